/** The moves of an activity: where it may begin, where it begins, when it ends. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { moves } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { promotionRefusals } from '../refusals.ts';
import type { ActivityRow } from '../tables.ts';
import { activityFlow } from './states.ts';
import { termsWords } from './terms.ts';
import { termsOf } from './terms-of.ts';

/** Units the caterer serves today, and whether their diners' accounts are open to it. */
async function refuseUnits(ctx: Ctx, row: ActivityRow): Promise<Refusal | undefined> {
  const { rows } = await sqlOf(ctx.db).query<{ id: number; name: string; served: boolean }>(
    `select o.id, o.name, exists (select from contract_restaurant c where c.organization_id = o.id and c.contractor_id = $2
       and $3::date between c.from_date and c.to_date) as served
     from organization o where o.id = any($1) order by o.id`,
    [row.organization_ids, row.contractor_id, businessDay(ctx.clock.now())],
  );
  const stranger = rows.find(({ served }) => !served);
  if (stranger) return refuse(promotionRefusals.NOT_SERVED, { unit: stranger.name });
  const { accounts } = ctx.session.scope;
  const closed =
    row.kind === 'RECHARGE_GIFT'
      ? rows.find(({ id }) => accounts !== undefined && accounts !== 'ALL' && !accounts.includes(id))
      : undefined;
  return closed && refuse(promotionRefusals.ACCOUNTS_CLOSED, { unit: closed.name });
}

async function openUnits(ctx: Ctx, row: ActivityRow): Promise<void> {
  for (const organizationId of [...row.organization_ids].sort((a, b) => a - b))
    await ctx.db
      .insertInto('activity_unit')
      .values({
        organization_id: organizationId,
        id: await ctx.ids.next(),
        contractor_id: row.contractor_id,
        activity_id: row.id,
        activity_name: row.name,
        kind: row.kind,
        terms: termsWords(termsOf(row)),
        bearer: row.bearer,
        budget_fen: row.budget_fen,
        start_at: row.start_at,
        end_at: row.end_at,
        status: row.bearer === 'ORGANIZATION' ? 'WAITING' : 'ON',
        decided_by: '',
        decided_at: null,
        created_at: isoAt(ctx.clock.now()),
        version: 1,
      })
      .execute();
}

const now = (ctx: Ctx) => isoAt(ctx.clock.now());
const over = (ctx: Ctx, row: ActivityRow) =>
  Date.parse(row.end_at) <= ctx.clock.now()
    ? refuse('NOT_NOW', { why: `「${row.name}」的活动时间已过，请另建一个` })
    : undefined;

export const activityMoves = (changed: (ctx: Ctx) => void) =>
  moves(activityFlow, {
    table: 'activity',
    name: ({ name }) => name,
    stamped: true,
    check: {
      start: async (ctx, row) => over(ctx, row) ?? refuseUnits(ctx, row),
      resume: over,
      setBudget: (_ctx, row, { budgetFen }) =>
        Number(budgetFen) < row.reserved_fen
          ? refuse(promotionRefusals.BUDGET_BELOW, { name: row.name, used: formatFenGrouped(row.reserved_fen) })
          : undefined,
    },
    write: {
      start: (ctx) => ({ since_at: now(ctx) }),
      resume: (ctx) => ({ since_at: now(ctx) }),
      setBudget: (_ctx, { budgetFen }) => ({ budget_fen: Number(budgetFen) }),
    },
    after: {
      start: async (ctx, row) => {
        await openUnits(ctx, row);
        changed(ctx);
      },
      pause: async (ctx) => changed(ctx),
      resume: async (ctx) => changed(ctx),
      setBudget: async (ctx, row, { budgetFen }) => {
        await ctx.db
          .updateTable('activity_unit')
          .set({ budget_fen: Number(budgetFen) })
          .where('activity_id', '=', row.id)
          .execute();
      },
      // What came in until now still gets what it was promised; nothing after.
      end: async (ctx, row) => {
        const endAt = isoAt(Math.max(ctx.clock.now(), Date.parse(row.start_at) + 1_000));
        await ctx.db.updateTable('activity').set({ end_at: endAt }).where('id', '=', row.id).execute();
        changed(ctx);
      },
    },
  });
