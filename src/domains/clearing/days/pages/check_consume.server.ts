import { sql } from 'kysely';
import { isDate } from '../../../../kit/define/check-value.ts';
import { date, text } from '../../../../kit/define/field.ts';
import { addDays } from '../../../../kit/server/clock.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { organizationName } from '../../../tenancy/public.server.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import '../../tables.ts';
import { checkAllDays } from '../check-days.ts';
import { channelDiffers, differing, standing } from '../differing.ts';
import { dayGuide, gapMap, signDay } from '../guide.ts';
import spec from './check_consume.page.ts';

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && isDate(value) && value >= '2000-01-01' && value < '2100-01-01';
/** The day asked for, or yesterday; undefined for what is no day. */
const dayOr = (value: unknown, ctx: Ctx): string | undefined =>
  value === undefined || value === null || value === ''
    ? addDays(businessDay(ctx.clock.now()), -1)
    : isDay(value)
      ? value
      : undefined;
const malformed = () => Promise.resolve(refuse('MALFORMED', { detail: 'day 应为 YYYY-MM-DD' }));

export default bind(spec, {
  list: over(spec, 'device_check_day as d', {
    byUnit: true,
    columns: {
      organizationId: 'd.organization_id',
      contractorId: null,
      diffOnly: null,
      note: null,
      differCount: differing,
      state: standing,
    },
    names: { organizationId: organizationName('d.organization_id') },
    where: {
      diffOnly: (value) =>
        value === true || value === 'true'
          ? sql`(d.state in ('DIFF', 'PENDING_UPLOAD') or ${channelDiffers})`
          : undefined,
      contractorId: (value) =>
        sql`exists (select from device v join deploy_site s on s.organization_id = v.organization_id and s.id = v.deploy_site_id
          join contract_restaurant c on c.organization_id = s.organization_id and c.restaurant_id = s.restaurant_id
            and d.day between c.from_date and c.to_date
          where v.id = d.device_id and v.organization_id = d.organization_id and c.contractor_id = any(${[value].flat().map(Number)}::bigint[]))`,
    },
  }),
  bodies: {
    guide: { day: date('日期，不传为昨天') },
    map: { day: date('最后一天，不传为昨天') },
    sign: { day: date('日期', { required: true }), note: text('说明') },
    again: nothing,
  },
  verbs: {
    guide: async (ctx, body) => {
      const day = dayOr(body.day, ctx);
      return day === undefined ? malformed() : dayGuide(ctx, day);
    },
    map: async (ctx, body) => {
      const day = dayOr(body.day, ctx);
      return day === undefined ? malformed() : gapMap(ctx, day);
    },
    sign: (ctx, { day, note }) =>
      isDay(day) ? signDay(ctx, day, typeof note === 'string' ? note.slice(0, 200) : '') : malformed(),
    again: async (ctx) => {
      await checkAllDays(ctx.services);
      return null;
    },
  },
  outsideTransaction: ['again'],
  reads: ['guide', 'map'],
});
