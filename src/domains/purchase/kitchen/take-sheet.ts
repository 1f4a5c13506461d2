/** What the cook took: weighed line by line, or as it was prepared; it leaves the store as the issue of that meal. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { RowValues, Values } from '../../../kit/server/page/binding.ts';
import { refuseLine } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { bookHouse } from '../../stock/public.server.ts';
import { notWhole, wholeUnits } from '../../stock/public.ts';
import { purchaseRefusals } from '../refusals.ts';
import type { KitchenSheetRow } from '../tables.ts';
import { kitchenSheet } from './pages/kitchen_sheet.page.ts';

type SheetValues = Values<typeof kitchenSheet.fields>;

const linesOf = (ctx: Ctx, sheetId: number) =>
  ctx.db
    .selectFrom('kitchen_sheet_line as l')
    .innerJoin('goods as g', 'g.id', 'l.goods_id')
    .selectAll('l')
    .select(['g.base_unit', 'g.name'])
    .where('l.sheet_id', '=', sheetId)
    .orderBy('l.line_no')
    .forUpdate('l')
    .execute();

const setTaken = (ctx: Ctx, lines: readonly { id: number; qty: number | null }[]) =>
  sqlOf(ctx.db).query(
    `update kitchen_sheet_line l set taken_qty = n.qty from unnest($2::bigint[], $3::bigint[]) as n (id, qty)
     where l.contractor_id = $1 and l.id = n.id`,
    [ctx.session.unitId, lines.map(({ id }) => id), lines.map(({ qty }) => qty)],
  );

/** Notes what was weighed; an empty line is taken as it was prepared. */
export async function noteTaken(ctx: Ctx, id: number, values: SheetValues, before: RowValues): Promise<null | Refusal> {
  if (before.status !== 'PREPARED') return refuse('NOT_NOW', { why: `${before.sheetNo} 已领用，实领不能再改` });
  const known = new Map((await linesOf(ctx, id)).map((line) => [line.id, line]));
  const said = values.lines ?? [];
  if (said.some(({ lineId }) => !known.has(lineId!))) return refuse('STALE');
  const noted: { id: number; qty: number | null }[] = [];
  for (const [row, { lineId, taken }] of said.entries()) {
    const { base_unit, name } = known.get(lineId!)!;
    const qty = taken === null ? null : wholeUnits(taken, base_unit === 'PIECE' ? 1 : 1_000);
    if (qty === undefined) return refuseLine(kitchenSheet.fields, 'lines', row, 'taken', `「${name}」${notWhole}`);
    noted.push({ id: lineId!, qty });
  }
  await setTaken(ctx, noted);
  await ctx.db
    .updateTable('kitchen_sheet')
    .set((eb) => ({ updated_at: isoAt(ctx.clock.now()), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await ctx.audit({ action: '填写实领', targetId: id, targetName: String(before.sheetNo) });
  return null;
}

/** PREPARED → TAKEN. */
export async function takeSheet(ctx: Ctx, sheet: KitchenSheetRow): Promise<Refusal | undefined> {
  const lines = (await linesOf(ctx, sheet.id)).map((line) => ({ ...line, qty: line.taken_qty ?? line.need_qty }));
  const taken = lines.filter(({ qty }) => qty > 0);
  if (taken.length === 0) return refuse(purchaseRefusals.TAKE_NOTHING, { no: sheet.sheet_no });
  const bill = await bookHouse(ctx, {
    kind: 'ISSUE',
    storehouseId: sheet.storehouse_id,
    reason: `领料单 ${sheet.sheet_no}`,
    source: { type: 'KITCHEN_SHEET', id: sheet.id },
    meal: { siteId: sheet.site_id, diningDate: sheet.dining_date, mealPeriodId: sheet.meal_period_id },
    lines: taken.map(({ goods_id, qty }) => ({
      goodsId: goods_id,
      unitId: null,
      typedMilli: qty * 1_000,
      qty,
      amountFen: 0,
      move: { kind: 'ISSUE', qty: -qty },
    })),
  });
  if (isRefusal(bill)) return bill;
  await ctx.db
    .updateTable('kitchen_sheet')
    .set({ bill_id: bill, as_prepared: lines.every(({ taken_qty }) => taken_qty === null) })
    .where('id', '=', sheet.id)
    .execute();
  await setTaken(ctx, lines);
  return undefined;
}
