/** 晨检进入记录. */
import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { personOr } from '../../../people/public.server.ts';
import { entriesFrom, entryColumns, entryNames } from '../entry-list.ts';
import { countEntered, type Entry, readEntries } from '../read-entries.ts';
import spec from './morning_enter_record.page.ts';

/** The entries of people the session sees. */
async function ofOwnPeople(ctx: Ctx, entries: readonly Entry[]): Promise<Entry[]> {
  const ids = entries.flatMap(({ personId }) => personId ?? []);
  const seen = await ctx.db
    .selectFrom('person')
    .select('id')
    .where('id', 'in', [0, ...ids])
    .execute();
  const own = new Set(seen.map(({ id }) => id));
  return entries.filter(({ personId }) => personId !== null && own.has(personId));
}

export default bind(spec, {
  list: over(spec, 'passage as g', {
    from: (db) => entriesFrom(db).where('g.direction', '=', 'IN').where('g.verdict', '=', 'PASS'),
    partition: 'g.day',
    columns: {
      ...entryColumns,
      shift: 'e.shift',
      checkAt: 'e.check_at',
      temp: sql`e.check_temp10 / 10.0::double precision`,
    },
    names: entryNames,
    where: { keyword: personOr() },
  }),
  notice: async (ctx) => {
    const day = dateAt(ctx.clock.now());
    const { restaurants, departments } = ctx.scope;
    const all = (await readEntries(sqlOf(ctx.db), ownOrganization(ctx), day)).filter(
      ({ restaurantId }) => restaurants === 'ALL' || (restaurantId !== null && restaurants.includes(restaurantId)),
    );
    const entries = departments === 'ALL' ? all : await ofOwnPeople(ctx, all);
    const { entered, PASS, NO_CHECK, FAILED_CHECK } = countEntered(entries);
    if (entered === 0) return { tone: 'info', text: '今天还没有人进入后厨' };
    const text = `今日入厨 ${entered} 人 = 合格 ${PASS} + 未检 ${NO_CHECK} + 不合格 ${FAILED_CHECK}`;
    if (NO_CHECK + FAILED_CHECK === 0) return { tone: 'success', text };
    const open = {
      label: '查看',
      path: `/admin/organization/morning_enter_record?standing=NO_CHECK,FAILED_CHECK&at=${day},${day}`,
    };
    return { tone: 'danger', text: `${text}；后两项应为 0`, open };
  },
});
