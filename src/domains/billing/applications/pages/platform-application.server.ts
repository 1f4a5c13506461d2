import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { withToday } from '../../../tenancy/public.server.ts';
import { billingRefusals } from '../../refusals.ts';
import '../../tables.ts';
import { divisions, divisionsOf } from '../divisions.ts';
import { warnDays } from '../service-state.ts';
import { applicationFlow } from '../states.ts';
import { subscribeHolders } from '../subscribe-holders.ts';
import spec from './platform-application.page.ts';

const crud = tableCrud(spec, {
  table: 'application',
  owner: () => ({}),
  unique: { application_code_key: 'code', application_name: 'name' },
  check: async (ctx, values, before) => {
    const ids = values.includesIds ?? [];
    if (ids.length === 0) return undefined;
    const parts = await ctx.db
      .selectFrom('application')
      .select(['name', 'unit_type', 'base', 'id'])
      .where('id', 'in', ids)
      .execute();
    const wrong = parts.find(
      (one) => one.base || one.id === before?.id || one.unit_type !== (values.unitType ?? before?.unitType),
    );
    return wrong && refuseField('includesIds', `「${wrong.name}」不能包含在内：须是同一对象的其他应用，不含基础服务`);
  },
});

const holders = (
  condition: string,
) => sql`(select /* wall: the platform's own list */ count(*)::int from unit_service s where s.application_id = a.id and s.sale = 'NORMAL'
  and s.closed_on is null and (${sql.raw(condition)}))`;

export default bind(spec, {
  list: over(
    spec,
    'application as a',
    {
      columns: {
        contents: null,
        pageCount: null,
        usedCount: holders('s.end_on >= clock.today or s.base and s.end_on is null'),
        expiringCount: holders(`s.end_on between clock.today and clock.today + ${warnDays}`),
      },
      derive: (row, ctx) => {
        const { registry } = ctx.services;
        const pages = registry.all.filter(({ path }) => divisionsOf(registry, path)[0]?.code === row.code);
        const places = divisions.find(({ code }) => code === row.code)?.places ?? [];
        return {
          contents: places
            .map((place) => (place === '*' ? '其余菜单' : (registry.at(`/admin/organization${place}`)?.title ?? place)))
            .join('、'),
          pageCount: pages.length,
        };
      },
    },
    withToday,
  ),
  create: crud.create,
  update: crud.update,
  options: named('application', { hint: `case t.unit_type when 'ORGANIZATION' then '单位' else '承包商' end` }),
  actions: moves(applicationFlow, {
    table: 'application',
    name: ({ name }) => name,
    stamped: true,
    check: {
      sell: (_ctx, { price_year_fen, name }) =>
        price_year_fen > 0 ? undefined : refuse(billingRefusals.APPLICATION_NO_PRICE, { name }),
    },
    after: {
      sell: (ctx, application, { until }) => subscribeHolders(ctx, application, String(until)),
    },
  }),
});
