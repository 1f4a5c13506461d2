/** Notes what was weighed in and what came out; nothing moves before another person has agreed. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { RowValues, Values } from '../../../kit/server/page/binding.ts';
import { refuseField, refuseLine } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { notWhole, wholeUnits } from '../../stock/public.ts';
import '../tables.ts';
import { typedSize } from './draw-production.ts';
import { production } from './pages/production.page.ts';

export const linesOf = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('production_line as l')
    .innerJoin('goods as g', 'g.id', 'l.goods_id')
    .selectAll('l')
    .select(['g.base_unit', 'g.name'])
    .where('l.production_id', '=', id)
    .orderBy('l.line_no')
    .forUpdate('l')
    .execute();

export async function noteMade(
  ctx: Ctx,
  id: number,
  values: Values<typeof production.fields>,
  before: RowValues,
): Promise<null | Refusal> {
  if (before.status !== 'PLANNED')
    return refuse('NOT_NOW', { why: `${before.productionNo} 已处理，投料与产出不能再改` });
  const known = new Map((await linesOf(ctx, id)).map((line) => [line.id, line]));
  const said = values.lines ?? [];
  if (said.some(({ lineId }) => !known.has(lineId!))) return refuse('STALE');
  const taken: (number | null)[] = [];
  for (const [row, { lineId, taken: typed }] of said.entries()) {
    const { base_unit, name } = known.get(lineId!)!;
    const qty = typed === null ? null : wholeUnits(typed, typedSize(base_unit));
    if (qty === undefined) return refuseLine(production.fields, 'lines', row, 'taken', `「${name}」${notWhole}`);
    taken.push(qty);
  }
  const goods = await ctx.db
    .selectFrom('goods')
    .select(['base_unit', 'name'])
    .where('id', '=', Number(before.goodsId))
    .executeTakeFirstOrThrow();
  const made = values.made === null ? null : wholeUnits(values.made!, typedSize(goods.base_unit));
  if (made === undefined) return refuseField('made', `「${goods.name}」${notWhole}`);
  await sqlOf(ctx.db).query(
    `update production_line l set taken_qty = n.qty from unnest($2::bigint[], $3::bigint[]) as n (id, qty)
     where l.contractor_id = $1 and l.id = n.id`,
    [ctx.session.unitId, said.map(({ lineId }) => lineId), taken],
  );
  await ctx.db
    .updateTable('production')
    .set((eb) => ({
      made_qty: made,
      lot_no: values.lotNo ?? '',
      produced_on: values.producedOn ?? null,
      expires_on: values.expiresOn ?? null,
      loss_reason: values.lossReason ?? '',
      updated_at: isoAt(ctx.clock.now()),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  await ctx.audit({ action: '填写投料与产出', targetId: id, targetName: String(before.productionNo) });
  return null;
}
