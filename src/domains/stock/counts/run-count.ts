/** Starting a count, writing down what was counted, ending it, and booking its differences. */

import { basisPoints, mulDivHalfUp } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Done, RowValues, Values } from '../../../kit/server/page/binding.ts';
import { madeBy } from '../../../kit/server/page/moves.ts';
import { refuseLine } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { bookBill, openLots } from '../bills/post-bill.ts';
import { newBill } from '../bills/save-bill.ts';
import type { BaseUnit } from '../goods/goods-words.ts';
import { notWhole, wholeUnits } from '../goods/quantity.ts';
import type { Move } from '../ledger/plan.ts';
import { stockRefusals } from '../refusals.ts';
import type { StockBillRow, StockCountLineRow, StockCountRow } from '../tables.ts';
import { farOff } from './count-states.ts';
import { perShown } from './count-values.ts';
import { stockCount } from './pages/stock_count.page.ts';

type CountValues = Values<typeof stockCount.fields>;

/** Which goods a count of that scope takes; `$4` is a seed, so that the same count would take the same ones. */
const chosen: Readonly<Record<StockCountRow['scope'], string>> = {
  ALL: 'true',
  CATEGORY: 'category = asked',
  CLASS_A: 'before_fen < total_fen * 0.7',
  RANDOM: 'turn <= 20',
};

export async function startCount(ctx: Ctx, values: CountValues): Promise<number | Refusal> {
  const tx = sqlOf(ctx.db);
  const contractorId = ownContractor(ctx);
  const house = await ctx.db
    .selectFrom('storehouse')
    .select(['id', 'name'])
    .where('id', '=', values.storehouseId!)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const running = await ctx.db
    .selectFrom('stock_count')
    .select('count_no')
    .where('storehouse_id', '=', house.id)
    .where('status', 'in', ['OPEN', 'RECOUNT', 'COUNTED'])
    .executeTakeFirst();
  if (running)
    return refuse(
      stockRefusals.COUNT_RUNS,
      { house: house.name, no: running.count_no },
      { storehouseId: `${running.count_no} 还没有完` },
    );
  const id = await ctx.ids.next();
  const scope = values.scope!;
  const { rows } = await tx.query<{ goodsId: number }>(
    `select goods_id as "goodsId" from (select b.goods_id, g.category, g.code,
       sum(b.value_fen) over (order by b.value_fen desc, b.goods_id) - b.value_fen as before_fen, sum(b.value_fen) over () as total_fen,
       row_number() over (order by md5(b.goods_id || ':' || $4::text)) as turn, $3::text as asked
     from stock_balance b join goods g on g.contractor_id = b.contractor_id and g.id = b.goods_id
     where b.contractor_id = $1 and b.storehouse_id = $2 and (b.qty > 0 or b.version > 0) and g.status = 'NORMAL') o
     where ${chosen[scope]} order by code`,
    [contractorId, house.id, values.category ?? null, String(id)],
  );
  if (rows.length === 0) return refuse(stockRefusals.COUNT_EMPTY, { house: house.name });
  const now = isoAt(ctx.clock.now());
  await ctx.db
    .insertInto('stock_count')
    .values({
      contractor_id: contractorId,
      id,
      count_no: `PD${id}`,
      storehouse_id: house.id,
      scope,
      category: scope === 'CATEGORY' ? values.category! : null,
      status: 'OPEN',
      line_count: rows.length,
      bill_id: null,
      ...madeBy(ctx.session),
      created_at: now,
      updated_at: now,
      version: 1,
    })
    .execute();
  const ids = await ctx.ids.take(rows.length);
  await tx.query(
    `insert into stock_count_line (contractor_id, count_id, id, goods_id, line_no)
     select $1, $2, * from unnest($3::bigint[], $4::bigint[]) with ordinality`,
    [contractorId, id, ids, rows.map(({ goodsId }) => goodsId)],
  );
  return id;
}

/** Writes what was counted; a line that says something new is counted now, against the balance of now. */
export async function writeCounted(
  ctx: Ctx,
  count: RowValues,
  lines: CountValues['lines'],
): Promise<Refusal | undefined> {
  const known = (await ctx.db
    .selectFrom('stock_count_line as l')
    .innerJoin('goods as g', (on) =>
      on.onRef('g.contractor_id', '=', 'l.contractor_id').onRef('g.id', '=', 'l.goods_id'),
    )
    .leftJoin('stock_balance as b', (on) =>
      on
        .onRef('b.contractor_id', '=', 'l.contractor_id')
        .onRef('b.goods_id', '=', 'l.goods_id')
        .on('b.storehouse_id', '=', count.storehouseId as number),
    )
    .selectAll('l')
    .select(['g.name', 'g.base_unit', 'b.qty', 'b.value_fen', 'b.version'])
    .where('l.count_id', '=', count.id)
    .execute()) as (StockCountLineRow & {
    name: string;
    base_unit: BaseUnit;
    qty: number | null;
    value_fen: number | null;
    version: number | null;
  })[];
  const byId = new Map(known.map((line) => [line.id, line]));
  for (const [row, { lineId, counted }] of (lines ?? []).entries()) {
    const line = byId.get(lineId!);
    if (!line || counted === null) continue;
    const qty = wholeUnits(counted, perShown[line.base_unit]);
    if (qty === undefined) return refuseLine(stockCount.fields, 'lines', row, 'counted', `「${line.name}」${notWhole}`);
    if (line.counted_qty === qty) continue;
    if (count.status === 'RECOUNT' && !line.recount) continue;
    if (line.recount && line.first_by === ctx.session.accountId)
      return refuse(
        stockRefusals.COUNT_SAME,
        { line: line.line_no, goods: line.name },
        { [`lines.${row}.counted`]: '须由初盘以外的人复盘' },
      );
    await ctx.db
      .updateTable('stock_count_line')
      .set({
        counted_qty: qty,
        book_qty: line.qty ?? 0,
        book_version: line.version ?? 0,
        book_fen: line.value_fen ?? 0,
        counted_at: isoAt(ctx.clock.now()),
        counted_by: ctx.session.accountId,
        counted_name: ctx.session.name,
      })
      .where('id', '=', line.id)
      .execute();
  }
  return undefined;
}

const linesOf = (ctx: Ctx, countId: number) =>
  ctx.db
    .selectFrom('stock_count_line as l')
    .innerJoin('goods as g', (on) =>
      on.onRef('g.contractor_id', '=', 'l.contractor_id').onRef('g.id', '=', 'l.goods_id'),
    )
    .selectAll('l')
    .select('g.name')
    .where('l.count_id', '=', countId)
    .orderBy('l.line_no')
    .execute();

function isFarOff({ counted_qty, book_qty, book_fen }: StockCountLineRow): boolean {
  const off = Math.abs(counted_qty! - book_qty!);
  if (off === 0) return false;
  const share = basisPoints(off, book_qty!);
  const worth = book_qty! > 0 ? mulDivHalfUp(book_fen!, off, book_qty!) : 0;
  return share === null || share > farOff.basisPoints || worth > farOff.fen;
}

/** Sends lines to be counted again by another person. */
async function recount(ctx: Ctx, lines: readonly StockCountLineRow[]): Promise<void> {
  for (const line of lines)
    await ctx.db
      .updateTable('stock_count_line')
      .set({
        recount: true,
        first_qty: line.counted_qty,
        first_by: line.counted_by,
        counted_qty: null,
        book_qty: null,
        book_version: null,
        book_fen: null,
        counted_at: null,
      })
      .where('id', '=', line.id)
      .execute();
}

/** OPEN or RECOUNT → COUNTED, or RECOUNT where lines of the first count are too far off. */
export async function finishCount(ctx: Ctx, count: StockCountRow): Promise<Done | Refusal> {
  const lines = await linesOf(ctx, count.id);
  const open = lines.filter(({ counted_qty }) => counted_qty === null);
  if (open.length > 0) return refuse(stockRefusals.COUNT_OPEN, { no: count.count_no, left: open.length });
  if (count.status !== 'OPEN') return null;
  const far = lines.filter(isFarOff);
  if (far.length === 0) return null;
  await recount(ctx, far);
  await ctx.db.updateTable('stock_count').set({ status: 'RECOUNT' }).where('id', '=', count.id).execute();
  return { told: { text: `${far.length} 行差 2% 或 50 元以上，须由另一人复盘` } };
}

/** COUNTED → RECOUNT: every line with a difference. */
export async function countAgain(ctx: Ctx, count: StockCountRow): Promise<void> {
  const lines = await linesOf(ctx, count.id);
  await recount(
    ctx,
    lines.filter((line) => line.counted_qty !== line.book_qty),
  );
}

/** Books the differences as one document. */
export async function postCount(ctx: Ctx, count: StockCountRow): Promise<Refusal | undefined> {
  const tx = sqlOf(ctx.db);
  const lines = (await linesOf(ctx, count.id)).filter((line) => line.counted_qty !== line.book_qty);
  if (lines.length === 0) return undefined;
  const now = isoAt(ctx.clock.now());
  const [id = 0, ...lineIds] = await ctx.ids.take(lines.length + 1);
  const bill: StockBillRow = {
    ...newBill(ctx, 'COUNT', id, now),
    status: 'POSTED',
    storehouse_id: count.storehouse_id,
    to_storehouse_id: null,
    receiver_id: null,
    site_id: null,
    dining_date: null,
    meal_period_id: null,
    dish_name: '',
    reason: `盘点 ${count.count_no}`,
    occurred_at: now,
    value_fen: 0,
    line_count: lines.length,
    source_type: 'COUNT',
    source_id: count.id,
    maker_id: count.maker_id,
    maker_name: count.maker_name,
    checker_id: ctx.session.accountId,
    checker_name: ctx.session.name,
    checked_at: now,
    updated_at: now,
  };
  await ctx.db.insertInto('stock_bill').values(bill).execute();
  const moves: Move[] = [];
  for (const [i, line] of lines.entries()) {
    const qty = line.counted_qty! - line.book_qty!;
    await ctx.db
      .insertInto('stock_bill_line')
      .values({
        contractor_id: bill.contractor_id,
        id: lineIds[i]!,
        bill_id: id,
        line_no: i + 1,
        goods_id: line.goods_id,
        unit_id: null,
        typed_milli: Math.abs(qty) * 1_000,
        qty: Math.abs(qty),
        amount_fen: null,
        lot_id: null,
        lot_no: '',
        produced_on: null,
        expires_on: null,
        reason: qty > 0 ? '盘盈' : '盘亏',
        received_qty: null,
      })
      .execute();
    const at = { lineId: lineIds[i]!, storehouseId: count.storehouse_id, goodsId: line.goods_id, qty };
    moves.push(
      qty > 0
        ? { ...at, kind: 'COUNT_GAIN', lotId: await foundLot(ctx, count.storehouse_id, line.goods_id, now) }
        : { ...at, kind: 'COUNT_LOSS', anyLot: true, physical: true },
    );
  }
  const entries = await bookBill(ctx, bill, moves);
  if (isRefusal(entries)) {
    const line = lines[Number(entries.params.line ?? 1) - 1];
    return line ? refuse(stockRefusals.COUNT_AGAIN, { line: line.line_no, goods: line.name }) : entries;
  }
  await tx.query('update stock_count c set bill_id = $3 where c.contractor_id = $1 and c.id = $2', [
    bill.contractor_id,
    count.id,
    id,
  ]);
  return undefined;
}

/** The lot that found goods are taken for: the newest there, a new one where there is none. */
async function foundLot(ctx: Ctx, storehouseId: number, goodsId: number, at: string): Promise<number> {
  const known = await ctx.db
    .selectFrom('stock_lot as s')
    .innerJoin('lot as l', (on) => on.onRef('l.contractor_id', '=', 's.contractor_id').onRef('l.id', '=', 's.lot_id'))
    .select('l.id')
    .where('s.storehouse_id', '=', storehouseId)
    .where('s.goods_id', '=', goodsId)
    .where('l.status', '=', 'NORMAL')
    .orderBy('l.received_at', 'desc')
    .orderBy('l.id', 'desc')
    .executeTakeFirst();
  if (known) return known.id;
  const id = await ctx.ids.next();
  await openLots(
    sqlOf(ctx.db),
    ownContractor(ctx),
    [{ id, goodsId, lotNo: '盘盈', producedOn: null, expiresOn: null }],
    at,
  );
  return id;
}
