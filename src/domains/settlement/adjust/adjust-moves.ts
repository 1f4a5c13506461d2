/** 审核调账: posts between the two purses, and says before what that makes of both. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { moves } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { floatRoom } from '../days/float-room.ts';
import { alone } from '../days/settle-days.ts';
import type { Line, UnitPurse } from '../ledger/lines.ts';
import { post } from '../ledger/post.ts';
import { labelOf, purses } from '../ledger/purses.ts';
import { settlementRefusals } from '../refusals.ts';
import type { UnitAdjustmentRow } from '../tables.ts';
import { adjustFlow } from './adjust-states.ts';

const fromOf = (a: UnitAdjustmentRow): UnitPurse => ({ unitType: a.from_type, unitId: a.from_id, purse: a.from_purse });
const toOf = (a: UnitAdjustmentRow): UnitPurse => ({ unitType: a.to_type, unitId: a.to_id, purse: a.to_purse });

const linesOf = (a: UnitAdjustmentRow): Line[] => [
  { ...fromOf(a), amountFen: -a.amount_fen },
  { ...toOf(a), amountFen: a.amount_fen },
];

/** Whose the posting is, so that both sides find it among their own. */
const unitsOf = (a: UnitAdjustmentRow) => {
  const idOf = (type: string) => [fromOf(a), toOf(a)].find((one) => one.unitType === type)?.unitId;
  const [organizationId, contractorId] = [idOf('ORGANIZATION'), idOf('CONTRACTOR')];
  return { ...(organizationId ? { organizationId } : {}), ...(contractorId ? { contractorId } : {}) };
};

/** 备付 is diners' money: no more leaves it than they cannot claim back (U10). Alone with the unit's days, which take of it too. */
async function refuseFloat(ctx: Ctx, a: UnitAdjustmentRow): Promise<Refusal | undefined> {
  if (a.from_purse !== 'FLOAT') return undefined;
  await alone(sqlOf(ctx.db), a.from_id);
  const room = Math.max(0, await floatRoom(sqlOf(ctx.db), a.from_id, businessDay(ctx.clock.now())));
  return a.amount_fen > room
    ? refuse(settlementRefusals.ADJUST_FLOAT, { no: a.adjust_no, room: formatFenGrouped(room) })
    : undefined;
}

async function book(ctx: Ctx, a: UnitAdjustmentRow): Promise<null | Refusal> {
  const posting = await post(ctx, sqlOf(ctx.db), {
    requestKey: `ADJUST:${a.id}`,
    kind: 'ADJUST',
    lines: linesOf(a),
    document: { type: 'ADJUSTMENT', id: a.id },
    operatorId: ctx.session.accountId,
    reason: `${a.adjust_no} 更正流水 ${a.refers_posting_id}：${a.reason}`,
    ...unitsOf(a),
  });
  if (isRefusal(posting)) return posting;
  await ctx.db.updateTable('unit_adjustment').set({ posting_id: posting }).where('id', '=', a.id).execute();
  return null;
}

export const adjustMoves = moves(adjustFlow, {
  table: 'unit_adjustment',
  name: (a) => a.adjust_no,
  stamped: true,
  check: { approve: refuseFloat },
  after: { approve: book },
});

/** Both purses before and after. */
export async function adjustOutcome(ctx: Ctx, { ids }: ActionInput): Promise<Outcome | Refusal> {
  const a = await ctx.db
    .selectFrom('unit_adjustment')
    .selectAll()
    .where('id', '=', ids[0] ?? 0)
    .executeTakeFirst();
  if (!a) return refuse('NOT_FOUND');
  const lines: [string, string][] = [];
  const yuan = (fen: number) => `${formatFenGrouped(fen)} 元`;
  for (const { amountFen, ...side } of linesOf(a)) {
    const { unitType, unitId, purse } = side as UnitPurse;
    const { rows } = await sqlOf(ctx.db).query<{ name: string; fen: number }>(
      `select b.unit_name as name, coalesce((select w.balance_fen from unit_wallet w
         where w.unit_type = b.unit_type and w.unit_id = b.unit_id and w.purse = $3), 0) as fen
       from unit_balance b where b.unit_type = $1 and b.unit_id = $2`,
      [unitType, unitId, purse],
    );
    const { name, fen } = rows[0]!;
    const way = amountFen < 0 ? '转出' : '转入';
    lines.push(
      [`${way}方`, `${name}，${labelOf(purses, purse)}`],
      [`${way}后`, `${yuan(fen)} → ${yuan(fen + amountFen)}`],
    );
  }
  lines.push(['更正流水', String(a.refers_posting_id)], ['原因', a.reason]);
  return { lines, amountFen: a.amount_fen };
}
