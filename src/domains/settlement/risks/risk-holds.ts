/** 押款 and its release: the amount goes from 可提现 to 冻结 and back, whole, with its document. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome, UnitType } from '../../../kit/define/page.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { madeBy, moves } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { freeFen, lockMoney } from '../ledger/free-money.ts';
import { hold, release } from '../ledger/holds.ts';
import { settlementRefusals } from '../refusals.ts';
import type { UnitRiskHoldRow } from '../tables.ts';
import { riskFlow } from './risk-states.ts';

const yuan = (fen: number) => `${formatFenGrouped(fen)} 元`;

const holdOf = (risk: Pick<UnitRiskHoldRow, 'id' | 'hold_no' | 'unit_type' | 'unit_id' | 'amount_fen'>, ctx: Ctx) => ({
  unitType: risk.unit_type,
  unitId: risk.unit_id,
  amountFen: risk.amount_fen,
  document: { type: 'RISK_HOLD', id: risk.id },
  operatorId: ctx.session.accountId,
});

/** Of the one unit whose row was pressed. */
function unitOf({ rows }: ActionInput): { unitType: UnitType; unitId: number; name: string } | Refusal {
  const [row, more] = rows;
  if (!row || more) return refuse('MALFORMED', { detail: '一次只能押一个对象的款' });
  return { unitType: row.unitType as UnitType, unitId: row.id, name: String(row.unitName) };
}

/** Sets an amount aside. Refuses more than is free; a wallet that is frozen whole gives nothing anyway. */
export async function holdAmount(ctx: Ctx, input: ActionInput): Promise<null | Refusal> {
  const unit = unitOf(input);
  if (isRefusal(unit)) return unit;
  const amountFen = Number(input.values.amountFen);
  await lockMoney(sqlOf(ctx.db), [unit]);
  const free = await freeFen(sqlOf(ctx.db), unit);
  if (amountFen > free)
    return refuse(
      settlementRefusals.RISK_OVER,
      { unit: unit.name, free: formatFenGrouped(free), amount: formatFenGrouped(amountFen) },
      { amountFen: `最多 ${formatFenGrouped(free)} 元` },
    );
  const id = await ctx.ids.next();
  const now = ctx.clock.now();
  const day = businessDay(now);
  const risk = {
    id,
    hold_no: `YK${day.replaceAll('-', '')}${id}`,
    unit_type: unit.unitType,
    unit_id: unit.unitId,
    amount_fen: amountFen,
  };
  const reason = String(input.values.reason);
  await ctx.db
    .insertInto('unit_risk_hold')
    .values({
      ...risk,
      reason,
      status: 'HELD',
      version: 1,
      ...madeBy(ctx.session),
      witness_name: ctx.witness?.name ?? '',
      release_witness_name: '',
      business_date: day,
      created_at: isoAt(now),
      updated_at: isoAt(now),
    })
    .execute();
  const held = await hold(ctx, sqlOf(ctx.db), { ...holdOf(risk, ctx), reason: `押款 ${risk.hold_no}：${reason}` });
  if (isRefusal(held)) return held;
  await ctx.audit({
    action: '押款',
    targetId: unit.unitId,
    targetName: unit.name,
    changes: [
      { key: 'amountFen', label: '金额', before: null, after: formatFenGrouped(amountFen) },
      { key: 'reason', label: '原因', before: null, after: `${reason}（见证人 ${ctx.witness?.name}）` },
    ],
  });
  return null;
}

/** What of 可提现 is left. */
export async function holdOutcome(ctx: Ctx, input: ActionInput): Promise<Outcome | Refusal> {
  const unit = unitOf(input);
  if (isRefusal(unit)) return unit;
  const amountFen = Number(input.values.amountFen ?? 0);
  const free = await freeFen(sqlOf(ctx.db), unit);
  return { lines: [['可提现', `${yuan(free)} → ${yuan(Math.max(0, free - amountFen))}`]], amountFen };
}

export const riskMoves = moves(riskFlow, {
  table: 'unit_risk_hold',
  name: (risk) => risk.hold_no,
  stamped: true,
  write: {
    release: (ctx, { reason }) => ({
      checker_id: ctx.session.accountId,
      checker_name: ctx.session.name,
      checked_at: isoAt(ctx.clock.now()),
      check_note: String(reason),
      release_witness_name: ctx.witness?.name ?? '',
    }),
  },
  after: {
    release: async (ctx, risk, { reason }) => {
      const back = { ...holdOf(risk, ctx), reason: `解除押款 ${risk.hold_no}：${reason}` };
      const posting = await release(ctx, sqlOf(ctx.db), back);
      return isRefusal(posting) ? posting : null;
    },
  },
});

/** What comes back. */
export async function releaseOutcome(_: Ctx, { rows }: ActionInput): Promise<Outcome> {
  const amountFen = rows.reduce((sum, row) => sum + Number(row.amountFen), 0);
  return {
    lines: [
      ['对象', rows.map((row) => String(row.unitName)).join('、')],
      ['冻结 → 可提现', yuan(amountFen)],
    ],
    amountFen,
  };
}
