/** Makes waves of the orders of a day, sorts them with what there is, sends them, and has them signed for. `material-waves.ts` does it for kitchens. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { qtyWords } from '../../stock/public.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { cancelOrder, finishOrder, moveOrder, type Picked, pickOrder } from '../orders/move-order.ts';
import type { Hand, OrderParts } from '../orders/order-store.ts';
import { saleRefusals } from '../sale-refusals.ts';
import type { ShopWaveRow } from '../tables.ts';
import { type Asked, shareInOrder } from './share-out.ts';

/** Waves to be sorted, one for each way; answers their ids. */
export async function writeWaves(
  ctx: Ctx,
  kind: ShopWaveRow['kind'],
  deliveryDate: string,
  ways: readonly { organizationId: number; address: string }[],
): Promise<number[]> {
  const ids = await ctx.ids.take(ways.length);
  const now = isoAt(ctx.clock.now());
  for (const [i, row] of ways.entries())
    await ctx.db
      .insertInto('shop_wave')
      .values({
        contractor_id: ownContractor(ctx),
        id: ids[i]!,
        kind,
        wave_no: `BC${deliveryDate.replaceAll('-', '')}${ids[i]}`,
        organization_id: row.organizationId,
        delivery_date: deliveryDate,
        address: row.address,
        status: 'TO_SORT',
        sorter_name: '',
        sorted_at: null,
        driver: '',
        car: '',
        temp10: null,
        departed_at: null,
        arrived_temp10: null,
        receiver: '',
        signed_at: null,
        maker_id: ctx.session.accountId,
        maker_name: ctx.session.name,
        created_at: now,
        updated_at: now,
        version: 1,
      })
      .execute();
  return ids;
}

/** Orders that are accepted and in no wave yet, one wave for each organization and address. Answers how many. */
export async function makeWaves(ctx: Ctx, deliveryDate: string): Promise<number> {
  const tx = sqlOf(ctx.db);
  const contractorId = ownContractor(ctx);
  const { rows } = await tx.query<{ organizationId: number; address: string; ids: number[] }>(
    `select o.organization_id as "organizationId", case o.delivery_way when 'PICKUP' then '自取' else o.address end as address,
       array_agg(o.id order by o.id) as ids
     from (select * from shop_order where contractor_id = $1 and delivery_date = $2 and status = 'PICKING' and wave_id is null
       order by id for update) o group by 1, 2 order by 1, 2`,
    [contractorId, deliveryDate],
  );
  const ids = await writeWaves(ctx, 'SHOP', deliveryDate, rows);
  for (const [i, row] of rows.entries())
    await tx.query(`update shop_order o set wave_id = $3 where o.contractor_id = $1 and o.id = any($2::bigint[])`, [
      contractorId,
      row.ids,
      ids[i],
    ]);
  return rows.length;
}

interface Line extends Asked {
  orderId: number;
  lineNo: number;
  goodsId: number;
  perTyped: number;
  /** Of the line, turned away at the door before: in an attempt that did not come to its end. */
  refused: number;
}

/** The waves of one caterer that something is shared over. */
interface Waves {
  contractorId: number;
  ids: readonly number[];
}

async function linesOf(db: Sql, waves: Waves, goodsIds: readonly number[]): Promise<Line[]> {
  const { rows } = await db.query<Line>(
    `select o.organization_id as "organizationId", o.id as "orderId", i.id as "lineId", i.line_no as "lineNo", i.goods_id as "goodsId", coalesce(i.picked_qty, i.qty) as qty, i.refused_qty as refused,
       case when i.by_weight then 1 else i.unit_size end as step, case g.base_unit when 'PIECE' then 1 else 1000 end as "perTyped"
     from shop_order o join shop_order_item i on i.organization_id = o.organization_id and i.order_id = o.id
     join goods g on g.contractor_id = i.contractor_id and g.id = i.goods_id
     where o.contractor_id = $1 and o.wave_id = any($2::bigint[]) and o.status in ('PICKING', 'DELIVERING') and i.goods_id = any($3::bigint[])
     order by o.id, i.line_no`,
    [waves.contractorId, waves.ids, goodsIds],
  );
  return rows;
}

const ordersOf = async (db: Sql, wave: ShopWaveRow, status: string) =>
  (
    await db.query<{ id: number }>(
      'select o.id from shop_order o where o.contractor_id = $1 and o.wave_id = $2 and o.status = $3 order by o.id',
      [wave.contractor_id, wave.id, status],
    )
  ).rows;

export interface Counted {
  goodsId: number;
  quantity: number;
  reason: string;
}

const only = ({ contractor_id, id }: ShopWaveRow): Waves => ({ contractorId: contractor_id, ids: [id] });

/** What each line of the goods keeps of what is there; nothing where none of it is in the wave. */
type Share = (counted: Counted, own: readonly Line[]) => ReadonlyMap<number, number> | Refusal;

const foreign = () => refuse('INVALID_FIELDS', { detail: '有的商品不在这一波次里' });

/** There is so much of it. */
const sharedOut =
  (first: readonly number[]): Share =>
  ({ quantity }, own) =>
    own[0] ? shareInOrder(Math.round(quantity * own[0].perTyped), own, first) : foreign();

/** Sets money and stock free of what the orders do not keep. `refused`: it was turned away at the door. */
async function adjust(
  parts: OrderParts,
  waves: Waves,
  counted: readonly Counted[],
  by: Hand,
  { share, refused = false }: { share: Share; refused?: boolean },
): Promise<Refusal | undefined> {
  const lines = await linesOf(
    parts.pool,
    waves,
    counted.map(({ goodsId }) => goodsId),
  );
  const picked = new Map<number, { organizationId: number; lines: Picked[] }>();
  for (const one of counted) {
    const own = lines.filter((line) => line.goodsId === one.goodsId);
    const shares = share(one, own);
    if (isRefusal(shares)) return shares;
    for (const line of own) {
      const qty = shares.get(line.lineId) ?? line.qty;
      if (qty >= line.qty) continue;
      const { organizationId } = line;
      const order = picked.get(line.orderId) ?? { organizationId, lines: [] };
      order.lines.push({ lineNo: line.lineNo, qty, reason: one.reason, refused });
      picked.set(line.orderId, order);
    }
  }
  for (const [id, { organizationId, lines }] of picked) {
    const no = await pickOrder(parts, { organizationId, id }, lines, by);
    // All of it turned away: nothing is signed for, nothing is paid.
    const failed =
      refused && no?.code === saleRefusals.PICK_NOTHING
        ? await cancelOrder(parts, { organizationId, id }, by, `拒收：${lines[0]!.reason}`, { returned: true })
        : no;
    if (failed) return failed;
  }
  return undefined;
}

export const sortWave = (parts: OrderParts, wave: ShopWaveRow, short: readonly Counted[], by: Hand) =>
  adjust(parts, only(wave), short, by, { share: sharedOut([]) });

/** Goods that came short for a day, shared over all of its sites that are not sorted yet; `first` have theirs before the others. */
export async function shareDay(
  parts: OrderParts,
  contractorId: number,
  deliveryDate: string,
  { short, first }: { short: readonly Counted[]; first: readonly number[] },
  by: Hand,
): Promise<Refusal | undefined> {
  const { rows } = await parts.pool.query<{ id: number }>(
    `select id from shop_wave where contractor_id = $1 and delivery_date = $2 and status = 'TO_SORT' order by id`,
    [contractorId, deliveryDate],
  );
  if (rows.length === 0) return refuse('NOT_NOW', { why: `${deliveryDate} 没有待分拣的波次` });
  return adjust(parts, { contractorId, ids: rows.map(({ id }) => id) }, short, by, { share: sharedOut(first) });
}

interface TurnedAway {
  goodsId: number;
  name: string;
  baseUnit: 'G' | 'ML' | 'PIECE';
  qty: number;
}

/** What of the wave an attempt to sign for it has taken off already, whatever became of the orders since. */
async function turnedAway(db: Sql, wave: ShopWaveRow): Promise<Map<number, TurnedAway>> {
  const { rows } = await db.query<TurnedAway>(
    `select i.goods_id as "goodsId", max(i.name) as name, max(g.base_unit) as "baseUnit", sum(i.refused_qty)::bigint as qty
     from shop_order o join shop_order_item i on i.organization_id = o.organization_id and i.order_id = o.id
     join goods g on g.contractor_id = i.contractor_id and g.id = i.goods_id
     where o.contractor_id = $1 and o.wave_id = $2 and i.refused_qty > 0 group by 1`,
    [wave.contractor_id, wave.id],
  );
  return new Map(rows.map((row) => [row.goodsId, row]));
}

/**
 * Takes off what was turned away; asked again after an attempt that failed between two orders, only what is still to be. Told less than
 * was taken off then, it says so: that money has gone back.
 */
async function turnAway(
  parts: OrderParts,
  wave: ShopWaveRow,
  refused: readonly Counted[],
  by: Hand,
): Promise<Refusal | undefined> {
  const before = await turnedAway(parts.pool, wave);
  const typedOf = ({ baseUnit }: TurnedAway, quantity: number) =>
    Math.round(quantity * (baseUnit === 'PIECE' ? 1 : 1_000));
  for (const gone of before.values()) {
    const said = refused.find(({ goodsId }) => goodsId === gone.goodsId);
    if (typedOf(gone, said?.quantity ?? 0) < gone.qty)
      return refuse('NOT_NOW', {
        why: `${wave.wave_no} 上一次确认时「${gone.name}」已按拒收扣除 ${qtyWords(gone.qty, gone.baseUnit)}，货款已退，不能少填`,
      });
  }
  const still = refused.filter(({ goodsId, quantity }) => {
    const gone = before.get(goodsId);
    return !gone || typedOf(gone, quantity) > gone.qty;
  });
  const share: Share = ({ goodsId, quantity }, own) => {
    if (!own[0]) return foreign();
    const whole = own.map((line) => ({ ...line, qty: line.qty + line.refused }));
    const all = whole.reduce((sum, { qty }) => sum + qty, 0);
    // Orders that are through keep what they have: the rest is shared by what the others had before any of it.
    const elsewhere = (before.get(goodsId)?.qty ?? 0) - own.reduce((sum, line) => sum + line.refused, 0);
    const typed = Math.round(quantity * own[0].perTyped) - elsewhere;
    return shareInOrder(Math.max(0, all - typed), whole, []);
  };
  return adjust(parts, only(wave), still, by, { share, refused: true });
}

/** All orders of the wave go out, in the command's transaction. */
export async function sendWave(ctx: Ctx, wave: ShopWaveRow): Promise<Refusal | undefined> {
  const tx = sqlOf(ctx.db);
  for (const { id } of await ordersOf(tx, wave, 'PICKING')) {
    const no = await moveOrder(tx, ctx, { organizationId: wave.organization_id, id }, 'deliver');
    if (no) return no;
  }
  return undefined;
}

/** What was refused is taken off, the rest is charged, order by order; done again, what is finished stays finished. */
export async function signWave(
  parts: OrderParts,
  wave: ShopWaveRow,
  { receiver, refused, by }: { receiver: string; refused: readonly Counted[]; by: Hand },
): Promise<Refusal | undefined> {
  const no = await turnAway(parts, wave, refused, by);
  if (no) return no;
  for (const { id } of await ordersOf(parts.pool, wave, 'DELIVERING')) {
    const key = { organizationId: wave.organization_id, id };
    const failed = await finishOrder(parts, key, { by, receiver, identify: 'MANUAL' });
    if (isRefusal(failed)) return failed;
  }
  return undefined;
}
