/** 申请调账: what is to be corrected, looked at before a second person has to; no money moves. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Values } from '../../../kit/server/page/binding.ts';
import { madeBy } from '../../../kit/server/page/moves.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import type { UnitPurse } from '../ledger/lines.ts';
import type { Purse } from '../ledger/purses.ts';
import { settlementRefusals } from '../refusals.ts';
import '../tables.ts';
import type spec from './pages/unit_adjustment.page.ts';

type Asked = Values<typeof spec.fields>;

/** The purse of a unit, undefined where the unit has none with the platform; ids of units of all kinds are of one sequence. */
async function purseOf(ctx: Ctx, unitId: number, purse: string): Promise<UnitPurse | undefined> {
  const unit = await ctx.db
    .selectFrom('unit_balance')
    .select('unit_type')
    .where('unit_id', '=', unitId)
    .executeTakeFirst();
  return unit && { unitType: unit.unit_type, unitId, purse: purse as Purse };
}

/** The posting that was wrong; it has to be of one of the two, or somebody else's mistake would be put right with their money. */
async function refuseReference(ctx: Ctx, refersNo: string, sides: readonly UnitPurse[]): Promise<Refusal | undefined> {
  const { rows } = await sqlOf(ctx.db).query<{ own: boolean }>(
    `select exists (select from unit_entry e join unnest($2::text[], $3::bigint[]) as u (unit_type, unit_id) using (unit_type, unit_id)
       where e.posting_id = p.id and e.account = 'unit') as own
     from unit_posting p where p.id = $1`,
    [refersNo, sides.map((one) => one.unitType), sides.map((one) => one.unitId)],
  );
  if (!rows[0]) return refuseField('refersNo', '没有这个流水号');
  return rows[0].own ? undefined : refuseField('refersNo', '这一笔与转出方、转入方都无关');
}

/** What no second person can make right; undefined when nothing speaks against it. */
export function refusePurses(from: UnitPurse, to: UnitPurse): Refusal | undefined {
  if (from.unitType === to.unitType && from.unitId === to.unitId && from.purse === to.purse)
    return refuseField('toPurse', '转出与转入是同一个账户');
  if ((from.purse === 'CLAIM') !== (to.purse === 'CLAIM'))
    return refuse(settlementRefusals.ADJUST_CLAIM, {}, { toPurse: '线下往来只能与线下往来互调' });
  const floats = ({ unitType, purse }: UnitPurse) => purse === 'FLOAT' && unitType !== 'ORGANIZATION';
  if (!floats(from) && !floats(to)) return undefined;
  return refuseField(floats(from) ? 'fromPurse' : 'toPurse', '只有单位有备付');
}

/** Writes the request. Refuses unknown units, the same purse twice, 线下往来 against money, a posting of nobody concerned. */
export async function askAdjustment(ctx: Ctx, values: Asked): Promise<{ id: number } | Refusal> {
  const from = await purseOf(ctx, values.fromUnitId!, values.fromPurse!);
  if (!from) return refuseField('fromUnitId', '没有这个对象的资金账户');
  const to = await purseOf(ctx, values.toUnitId!, values.toPurse!);
  if (!to) return refuseField('toUnitId', '没有这个对象的资金账户');
  const no = refusePurses(from, to) ?? (await refuseReference(ctx, values.refersNo!, [from, to]));
  if (isRefusal(no)) return no;
  const id = await ctx.ids.next();
  const now = ctx.clock.now();
  const day = businessDay(now);
  const adjustNo = `TZ${day.replaceAll('-', '')}${id}`;
  await ctx.db
    .insertInto('unit_adjustment')
    .values({
      id,
      adjust_no: adjustNo,
      from_type: from.unitType,
      from_id: from.unitId,
      from_purse: from.purse,
      to_type: to.unitType,
      to_id: to.unitId,
      to_purse: to.purse,
      amount_fen: values.amountFen!,
      refers_posting_id: Number(values.refersNo),
      reason: values.reason!,
      proof: values.proof ?? null,
      status: 'WAITING',
      version: 1,
      ...madeBy(ctx.session),
      posting_id: null,
      business_date: day,
      created_at: isoAt(now),
      updated_at: isoAt(now),
    })
    .execute();
  await ctx.audit({
    action: '申请调账',
    targetId: id,
    targetName: adjustNo,
    changes: [{ key: 'amountFen', label: '金额', before: null, after: formatFenGrouped(values.amountFen!) }],
  });
  return { id };
}
