/**
 * Waves of what kitchens are sent: the transfers of a way, sorted with what there is, sent with a driver, signed for. A transfer stays
 * stock's document: what it holds, what is on its way and what came is booked there.
 */
import type { Ctx } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { moveTransfer, shortenTransfer } from '../../stock/public.server.ts';
import { qtyWords } from '../../stock/public.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import type { ShopWaveRow } from '../tables.ts';
import { type Counted, writeWaves } from './run-wave.ts';
import { type Asked, shareInOrder } from './share-out.ts';

/** Drafts that bring something to a store at an organization and are in no wave yet, one wave for each way. Answers how many. */
export async function makeMaterialWaves(ctx: Ctx, deliveryDate: string): Promise<number> {
  const tx = sqlOf(ctx.db);
  const contractorId = ownContractor(ctx);
  const { rows } = await tx.query<{ organizationId: number; address: string; ids: number[] }>(
    `select b.receiver_id as "organizationId", f.name || ' → ' || t.name as address, array_agg(b.id order by b.id) as ids
     from (select b.* from stock_bill b where b.contractor_id = $1 and b.kind = 'TRANSFER' and b.status = 'DRAFT'
         and b.receiver_id is not null and not exists (select 1 from shop_wave_line x
           where x.contractor_id = b.contractor_id and x.bill_id = b.id) order by b.id for update) b
     join storehouse f on f.contractor_id = b.contractor_id and f.id = b.storehouse_id
     join storehouse t on t.contractor_id = b.contractor_id and t.id = b.to_storehouse_id
     group by b.receiver_id, f.name, t.name order by 1, 2`,
    [contractorId],
  );
  const ids = await writeWaves(ctx, 'MATERIAL', deliveryDate, rows);
  for (const [i, row] of rows.entries())
    await tx.query(
      `insert into shop_wave_line (contractor_id, wave_id, bill_id, goods_id, wanted_qty)
       select l.contractor_id, $3, l.bill_id, l.goods_id, sum(l.qty) from stock_bill_line l
       where l.contractor_id = $1 and l.bill_id = any($2::bigint[]) group by 1, 3, 4`,
      [contractorId, row.ids, ids[i]],
    );
  return rows.length;
}

interface Line extends Asked {
  billId: number;
  lineNo: number;
  goodsId: number;
  baseUnit: 'G' | 'ML' | 'PIECE';
}

/** Lines of the transfers of waves, those of some goods; in the state they are worked in. */
async function linesOf(tx: Sql, contractorId: number, waveIds: readonly number[], status: string): Promise<Line[]> {
  const { rows } = await tx.query<Line>(
    `select b.id as "billId", l.id as "lineId", l.line_no as "lineNo", l.goods_id as "goodsId", g.base_unit as "baseUnit", l.qty, 1 as step,
       b.receiver_id as "organizationId"
     from (select distinct x.bill_id from shop_wave_line x where x.contractor_id = $1 and x.wave_id = any($2::bigint[])) x
     join stock_bill b on b.contractor_id = $1 and b.id = x.bill_id and b.status = $3
     join stock_bill_line l on l.contractor_id = b.contractor_id and l.bill_id = b.id
     join goods g on g.contractor_id = l.contractor_id and g.id = l.goods_id order by b.id, l.line_no`,
    [contractorId, waveIds, status],
  );
  return rows;
}

const perTyped = ({ baseUnit }: Line) => (baseUnit === 'PIECE' ? 1 : 1_000);
const foreign = () => refuse('INVALID_FIELDS', { detail: '有的商品不在这一波次里' });

/** Shares what there is over the transfers of waves, to `first` before the others; each line that gets less says how much and why. */
async function shorten(
  ctx: Ctx,
  waveIds: readonly number[],
  counted: readonly Counted[],
  first: readonly number[] = [],
): Promise<Refusal | undefined> {
  const all = await linesOf(sqlOf(ctx.db), ownContractor(ctx), waveIds, 'DRAFT');
  const less = new Map<number, { lineId: number; qty: number; reason: string }[]>();
  for (const { goodsId, quantity, reason } of counted) {
    const own = all.filter((line) => line.goodsId === goodsId);
    if (own.length === 0) return foreign();
    const shares = shareInOrder(Math.round(quantity * perTyped(own[0]!)), own, first);
    for (const line of own) {
      const qty = shares.get(line.lineId)!;
      if (qty >= line.qty) continue;
      const lines = less.get(line.billId) ?? [];
      const told = `${reason}，缺 ${qtyWords(line.qty - qty, line.baseUnit)}`;
      lines.push({ lineId: line.lineId, qty, reason: told });
      less.set(line.billId, lines);
      await ctx.db
        .updateTable('shop_wave_line')
        .set({ reason: told })
        .where('bill_id', '=', line.billId)
        .where('goods_id', '=', goodsId)
        .execute();
    }
  }
  for (const [billId, lines] of less) {
    const no = await shortenTransfer(ctx, billId, lines);
    if (no) return no;
  }
  return undefined;
}

export const loadWave = (ctx: Ctx, wave: ShopWaveRow, short: readonly Counted[]) => shorten(ctx, [wave.id], short);

/** What came short for a day, shared over the kitchens of all waves that are not sorted yet. */
export async function shareMaterial(
  ctx: Ctx,
  deliveryDate: string,
  { short, first }: { short: readonly Counted[]; first: readonly number[] },
): Promise<Refusal | undefined> {
  const waves = await ctx.db
    .selectFrom('shop_wave')
    .select('id')
    .where('delivery_date', '=', deliveryDate)
    .where('kind', '=', 'MATERIAL')
    .where('status', '=', 'TO_SORT')
    .orderBy('id')
    .execute();
  if (waves.length === 0) return refuse('NOT_NOW', { why: `${deliveryDate} 没有待分拣的物料波次` });
  return shorten(
    ctx,
    waves.map(({ id }) => id),
    short,
    first,
  );
}

const billsOf = (lines: readonly Line[]) => Map.groupBy(lines, ({ billId }) => billId);

/** All transfers of the wave leave their store, in the command's transaction. */
export async function sendMaterial(ctx: Ctx, wave: ShopWaveRow): Promise<Refusal | undefined> {
  const lines = await linesOf(sqlOf(ctx.db), wave.contractor_id, [wave.id], 'DRAFT');
  for (const billId of billsOf(lines).keys()) {
    const no = await moveTransfer(ctx, 'send', billId);
    if (isRefusal(no)) return no;
  }
  return undefined;
}

export interface Missing extends Counted {
  what?: 'BACK' | 'LOST' | null;
}

/** What is on its way is received, less what is missing of goods, taken from the last lines first. */
export async function receiveMaterial(
  ctx: Ctx,
  wave: ShopWaveRow,
  { missing, temp }: { missing: readonly Missing[]; temp: unknown },
): Promise<Refusal | undefined> {
  const lines = await linesOf(sqlOf(ctx.db), wave.contractor_id, [wave.id], 'SENT');
  const left = new Map(lines.map((line) => [line.lineId, line.qty]));
  const shorts = new Map<number, { lineNo: number; shortQty: number; what: 'BACK' | 'LOST' }[]>();
  for (const { goodsId, quantity, what } of missing) {
    const own = lines.filter((line) => line.goodsId === goodsId).toReversed();
    if (own.length === 0) return foreign();
    let rest = Math.round(quantity * perTyped(own[0]!));
    for (const line of own) {
      const qty = Math.min(rest, left.get(line.lineId)!);
      if (qty === 0) continue;
      left.set(line.lineId, left.get(line.lineId)! - qty);
      rest -= qty;
      const said = shorts.get(line.billId) ?? [];
      said.push({ lineNo: line.lineNo, shortQty: qty, what: what ?? 'BACK' });
      shorts.set(line.billId, said);
    }
    if (rest > 0) return refuse('INVALID_FIELDS', { detail: '短少与拒收多于车上送来的' });
  }
  const note = missing.map(({ reason }) => reason).join('；');
  for (const billId of billsOf(lines).keys()) {
    const own = shorts.get(billId) ?? [];
    const no = await moveTransfer(ctx, 'receive', billId, { shorts: own, temp, note: own.length > 0 ? note : '' });
    if (isRefusal(no)) return no;
  }
  return undefined;
}

/** A wave that has not left is given up: its transfers are drafts of their own again. */
export async function dropWave(ctx: Ctx, ids: readonly number[]): Promise<Refusal | undefined> {
  const waves = await ctx.db.selectFrom('shop_wave').selectAll().where('id', 'in', ids).forUpdate().execute();
  if (waves.length < ids.length) return refuse('NOT_FOUND');
  for (const wave of waves) {
    if (wave.kind !== 'MATERIAL' || !['TO_SORT', 'SORTED'].includes(wave.status))
      return refuse('NOT_NOW', { why: `${wave.wave_no} 只有没有发车的物料波次可以撤销` });
    await ctx.db.deleteFrom('shop_wave').where('id', '=', wave.id).execute();
    await ctx.audit({ action: '撤销波次', targetId: wave.id, targetName: wave.wave_no });
  }
  return undefined;
}
