/** Lines as they were typed, in whole base units: every unit is one of the goods', every lot too. */

import { labelIn } from '../../../kit/define/states.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { baseUnits, mostQty } from '../goods/goods-words.ts';
import { baseQty, qtyWords, toMilli } from '../goods/quantity.ts';
import { stockRefusals } from '../refusals.ts';
import type { GoodsRow, GoodsUnitRow } from '../tables.ts';

export interface TypedLine {
  goodsId: number;
  unitId: number | null;
  typed: number;
}

export interface ReadLine<L extends TypedLine> {
  lineNo: number;
  goods: GoodsRow;
  unit: GoodsUnitRow | null;
  typedMilli: number;
  qty: number;
  line: L;
}

/** Reads the lines in their order; `line` numbers rows from 1 as the form shows them. Units that are used keep their size for ever. */
export async function readLines<L extends TypedLine>(ctx: Ctx, lines: readonly L[]): Promise<ReadLine<L>[] | Refusal> {
  if (lines.length === 0) return refuse(stockRefusals.BILL_EMPTY);
  const goodsIds = [...new Set(lines.map(({ goodsId }) => goodsId))];
  const unitIds = lines.flatMap(({ unitId }) => unitId ?? []);
  const goods = await ctx.db.selectFrom('goods').selectAll().where('id', 'in', goodsIds).execute();
  const units = await ctx.db
    .selectFrom('goods_unit')
    .selectAll()
    .where('id', 'in', [0, ...unitIds])
    .execute();
  const read = lines.map((line, i) => readLine(line, i + 1, goods, units));
  const no = read.find(isRefusal);
  if (no) return no;
  if (unitIds.length > 0)
    await ctx.db
      .updateTable('goods_unit')
      .set({ used: true })
      .where('id', 'in', unitIds)
      .where('used', '=', false)
      .execute();
  return read as ReadLine<L>[];
}

function readLine<L extends TypedLine>(
  line: L,
  lineNo: number,
  goods: readonly GoodsRow[],
  units: readonly GoodsUnitRow[],
): ReadLine<L> | Refusal {
  const at = `lines.${lineNo - 1}`;
  const of = goods.find(({ id }) => id === line.goodsId);
  if (!of) return refuse('NOT_FOUND');
  if (of.status !== 'NORMAL')
    return refuse(stockRefusals.GOODS_OFF, { line: lineNo, goods: of.name }, { [`${at}.goodsId`]: '已停用' });
  const unit = line.unitId === null ? null : units.find(({ id }) => id === line.unitId);
  if (unit === undefined || (unit && unit.goods_id !== of.id))
    return refuse(
      stockRefusals.UNIT_FOREIGN,
      { line: lineNo, goods: of.name },
      { [`${at}.unitId`]: '不是该商品的单位' },
    );
  const typedMilli = toMilli(line.typed);
  const base = labelIn(baseUnits, of.base_unit);
  const qty = baseQty(typedMilli, unit?.size ?? 1);
  if (qty === undefined) {
    const inRange = line.typed > 0 && line.typed * (unit?.size ?? 1) <= mostQty;
    return inRange
      ? refuse(
          stockRefusals.QTY_FRACTION,
          { line: lineNo, goods: of.name, typed: line.typed, unit: unit?.name ?? base, base },
          { [`${at}.typed`]: `不是整${base}` },
        )
      : refuse(
          stockRefusals.QTY_RANGE,
          { line: lineNo, goods: of.name, most: qtyWords(mostQty, of.base_unit) },
          { [`${at}.typed`]: '须大于 0' },
        );
  }
  return { lineNo, goods: of, unit, typedMilli, qty, line };
}
