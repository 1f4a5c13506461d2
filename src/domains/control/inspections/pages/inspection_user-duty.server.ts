/** 陪餐排班. */
import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { type Arrangement, arrangeDuty } from '../arrange-duty.ts';
import spec from './inspection_user-duty.page.ts';

/** A meal is eaten along at by who is planned, or by another leader. */
const eatenAlong = (who: string) => sql`exists (select 1 from inspection n
  join inspector l on l.organization_id = n.organization_id and l.id = n.inspector_id and l.kind = 'LEADER'
  where n.organization_id = p.organization_id and n.day = p.day and n.restaurant_id = p.restaurant_id
    and n.meal_period_id = p.meal_period_id and ${sql.raw(who)})`;

export default bind(spec, {
  list: over(
    spec,
    'duty_plan as p',
    {
      version: true,
      columns: {
        state: sql`case when ${eatenAlong('n.inspector_id = p.inspector_id')} then 'DONE' when ${eatenAlong('true')} then 'OTHER'
          when p.day < now.today then 'MISSED' else 'DUE' end`,
      },
    },
    (from, ctx) =>
      from.innerJoinLateral(
        sql<{ today: string }>`(select ${dateAt(ctx.clock.now())}::date as today)`.as('now'),
        (on) => on.onTrue(),
      ),
  ),
  actions: {
    arrange: async (ctx, { values }) => {
      const asked = values as unknown as Arrangement;
      const done = await arrangeDuty(ctx, asked);
      if (isRefusal(done)) return done;
      await ctx.audit({ action: '陪餐排班', targetName: `${asked.fromDate} 至 ${asked.toDate}，${done.given} 餐` });
      return {
        receipt: {
          title: '陪餐排班',
          lines: [
            ['已排', `${done.given} 餐`],
            ...(done.kept > 0 ? [['原已排、未改', `${done.kept} 餐`] as const] : []),
          ],
        },
      };
    },
    swap: async (ctx, { rows, values }) => {
      for (const row of rows) {
        await ctx.db
          .updateTable('duty_plan')
          .set((eb) => ({ inspector_id: Number(values.inspectorId), version: eb('version', '+', 1) }))
          .where('id', '=', row.id)
          .execute();
        await ctx.audit({ action: '陪餐换人', targetId: row.id, targetName: `${row.day} ${row.inspectorName}` });
      }
      return null;
    },
    strike: async (ctx, { rows }) => {
      for (const row of rows) {
        await ctx.db.deleteFrom('duty_plan').where('id', '=', row.id).execute();
        await ctx.audit({ action: '取消陪餐', targetId: row.id, targetName: `${row.day} ${row.inspectorName}` });
      }
      return null;
    },
  },
});
