import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import grade from './grade.page.ts';

/** What the agent that looks has bought this year, and its grade; nobody else has either. */
const mine = (ctx: Ctx) => sql<{ fen: number | null; grade_id: number | null }>`(
  select /* wall: the agent that looks */ (select coalesce(sum(p.pay_fen - p.returned_fen), 0)::bigint from purchase_order p where p.agent_id = a.id
      and p.status in ('PAID', 'SHIPPED', 'RECEIVED', 'CLOSED') and p.paid_at >= ${`${dateAt(ctx.clock.now()).slice(0, 4)}-01-01T00:00:00+08:00`}) as fen,
    a.grade_id
  from (select ${ctx.session.unitType === 'AGENT' ? ctx.session.unitId : null}::bigint as id) me left join agent a on a.id = me.id /* wall: the agent that looks */)`;

export default bind(grade, {
  list: over(
    grade,
    'agent_grade as g',
    {
      columns: {
        boughtFen: 'me.fen',
        gapFen: sql`greatest(0, g.annual_quota_fen - me.fen)`,
        now: sql`g.id = me.grade_id`,
      },
    },
    (from, ctx) => from.innerJoin(mine(ctx).as('me'), (on) => on.onTrue()),
  ),
  options: named('agent_grade', { hint: 't.rights', order: 't.annual_quota_fen desc' }),
});
