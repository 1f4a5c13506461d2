/** 发货, 收货, 退货: serial numbers scanned, each out of the platform's stock once, into the agent's, and back. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx, Services } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { giveStock } from '../../device/public.server.ts';
import { creditUnit } from '../../settlement/public.server.ts';
import type { PurchaseOrderLineRow, PurchaseOrderRow, PurchaseShipmentRow } from '../tables.ts';
import { autoReceiveDays } from './states.ts';

/** Numbers as they were scanned, one a line; twice is said. */
function readSerials(text: unknown): string[] | Refusal {
  const sns = String(text ?? '')
    .split(/[\s,，;；]+/)
    .filter(Boolean)
    .map((sn) => sn.toUpperCase());
  const twice = sns.find((sn, i) => sns.indexOf(sn) !== i);
  return twice ? refuseField('sns', `序列号 ${twice} 扫了两次`) : sns;
}

interface Scanned {
  id: number;
  sn: string;
  lineId: number | null;
  free: boolean;
}

/** Each number's device and the line it is for. */
async function scan(tx: Sql, order: PurchaseOrderRow, sns: readonly string[]): Promise<Scanned[] | Refusal> {
  const { rows } = await tx.query<Scanned>(
    `select /* wall: the platform's own stock */ d.id, d.sn, l.id as "lineId",
       d.status = 'IN_STOCK' and d.agent_id is null
         and not exists (select from purchase_item i where i.device_id = d.id and i.status <> 'RETURNED') as free
     from device d left join device_goods g on g.device_type_id = d.type_id
     left join purchase_order_line l on l.goods_id = g.id and l.order_id = $2 where d.sn = any($1::text[]) for update of d`,
    [sns, order.id],
  );
  for (const [i, sn] of sns.entries()) {
    const found = rows.filter((one) => one.sn === sn);
    const line = found.find((one) => one.lineId !== null);
    const at = `第 ${i + 1} 行 序列号 ${sn}`;
    if (found.length === 0) return refuseField('sns', `${at} 没有登记，请先在设备登记入库`);
    if (!found[0]!.free) return refuseField('sns', `${at} 不在平台库存，或已发出`);
    if (!line) return refuseField('sns', `${at} 的设备类型不在订单里`);
  }
  return rows.filter((one) => one.lineId !== null);
}

const linesOf = async (tx: Sql, order: PurchaseOrderRow) =>
  (
    await tx.query<PurchaseOrderLineRow & { name: string; serial: boolean }>(
      `select l.*, g.name || ' ' || g.spec as name, g.device_type_id is not null as serial
       from purchase_order_line l join device_goods g on g.id = l.goods_id where l.agent_id = $1 and l.order_id = $2 order by l.line_no for update of l`,
      [order.agent_id, order.id],
    )
  ).rows;

async function lockOrder(tx: Sql, id: number): Promise<PurchaseOrderRow> {
  const { rows } = await tx.query<PurchaseOrderRow>(
    'select /* wall: the order in hand */ * from purchase_order where id = $1 for update',
    [id],
  );
  return rows[0]!;
}

/** 发货: what was scanned, and so many of what has no number; no more of a line than was ordered. */
export async function shipOrder(ctx: Ctx, { ids, values }: ActionInput): Promise<Refusal | null> {
  const tx = sqlOf(ctx.db);
  const order = await lockOrder(tx, ids[0]!);
  if (order.status !== 'PAID' && order.status !== 'SHIPPED')
    return refuse('NOT_NOW', { why: `${order.order_no} 还没有付款或已收货` });
  const sns = readSerials(values.sns);
  if (isRefusal(sns)) return sns;
  const devices = sns.length > 0 ? await scan(tx, order, sns) : [];
  if (isRefusal(devices)) return devices;
  const lines = await linesOf(tx, order);
  const others = values.others === true ? lines.filter((line) => !line.serial && line.qty > line.shipped_qty) : [];
  const counts = new Map(others.map((line) => [line.id, line.qty - line.shipped_qty]));
  for (const { lineId } of devices) counts.set(lineId!, (counts.get(lineId!) ?? 0) + 1);
  if (counts.size === 0) return refuseField('sns', '请扫入要发的序列号，或勾选无序列号商品');
  for (const line of lines) {
    const n = counts.get(line.id) ?? 0;
    if (line.shipped_qty + n > line.qty)
      return refuseField('sns', `「${line.name}」订 ${line.qty}，已发 ${line.shipped_qty}，这次扫了 ${n}`);
  }
  const id = await ctx.ids.next();
  const at = isoAt(ctx.clock.now());
  const contents = lines
    .flatMap((line) => (counts.has(line.id) ? [`${line.name} × ${counts.get(line.id)}`] : []))
    .join('，');
  await tx.query(
    `insert into purchase_shipment (id, order_id, agent_id, carrier, ship_no, contents, status, maker_id, maker_name, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'SHIPPED', $7, $8, $9, $9)`,
    [
      id,
      order.id,
      order.agent_id,
      values.carrier,
      values.shipNo,
      contents,
      ctx.session.accountId,
      ctx.session.name,
      at,
    ],
  );
  const put = (line: number, qty: number, device?: Scanned) =>
    ctx.ids.next().then((item) =>
      tx.query(
        `insert into purchase_item (id, shipment_id, order_id, line_id, agent_id, qty, device_id, sn, status)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'SHIPPED')`,
        [item, id, order.id, line, order.agent_id, qty, device?.id ?? null, device?.sn ?? null],
      ),
    );
  for (const device of devices) await put(device.lineId!, 1, device);
  for (const line of others) {
    await put(line.id, counts.get(line.id)!);
    await tx.query('update device_goods set stock = stock - $2 where id = $1', [line.goods_id, counts.get(line.id)!]);
  }
  for (const [line, n] of counts)
    await tx.query('update purchase_order_line set shipped_qty = shipped_qty + $3 where agent_id = $1 and id = $2', [
      order.agent_id,
      line,
      n,
    ]);
  await tx.query(
    `update purchase_order set status = 'SHIPPED', version = version + 1, updated_at = $3 where agent_id = $1 and id = $2`,
    [order.agent_id, order.id, at],
  );
  await ctx.audit({
    action: '发货',
    targetId: order.id,
    targetName: `${order.order_no} ${values.carrier} ${values.shipNo}：${contents}`,
  });
  return null;
}

/** A shipment has arrived: its devices are the agent's stock; with the last of all lines the order is received. */
export async function arrive(host: Pick<Services, 'clock'>, tx: Sql, shipment: PurchaseShipmentRow): Promise<void> {
  const order = await lockOrder(tx, shipment.order_id);
  const at = isoAt(host.clock.now());
  const { rows } = await tx.query<{ lineId: number; qty: number; deviceId: number | null }>(
    `update purchase_item set status = 'RECEIVED' where agent_id = $1 and shipment_id = $2 and status = 'SHIPPED'
     returning line_id as "lineId", qty, device_id as "deviceId"`,
    [order.agent_id, shipment.id],
  );
  await giveStock(
    tx,
    rows.flatMap(({ deviceId }) => deviceId ?? []),
    order.agent_id,
    at,
  );
  for (const [line, items] of Map.groupBy(rows, ({ lineId }) => lineId))
    await tx.query('update purchase_order_line set received_qty = received_qty + $3 where agent_id = $1 and id = $2', [
      order.agent_id,
      line,
      items.reduce((sum, one) => sum + one.qty, 0),
    ]);
  await tx.query(
    `update purchase_order o set status = 'RECEIVED', received_at = $3, version = version + 1, updated_at = $3
     where o.agent_id = $1 and o.id = $2 and o.status = 'SHIPPED'
       and not exists (select from purchase_order_line l where l.order_id = o.id and l.received_qty < l.qty)`,
    [order.agent_id, order.id, at],
  );
}

/** Shipments nobody confirmed for ten days. */
export async function receiveLate(host: Services): Promise<number> {
  const until = `${addDays(dateAt(host.clock.now()), -autoReceiveDays)}T23:59:59+08:00`;
  const { rows } = await host.pool.query<{ id: number }>(
    `select /* wall: the house, for all agents */ id from purchase_shipment where status = 'SHIPPED' and created_at <= $1 order by id`,
    [until],
  );
  for (const { id } of rows)
    await inTransaction(host.pool, async (tx) => {
      const { rows: late } = await tx.query<PurchaseShipmentRow>(
        `update /* wall: the shipment just found */ purchase_shipment set status = 'RECEIVED', received_by = '系统', received_at = $2, updated_at = $2,
           version = version + 1 where id = $1 and status = 'SHIPPED' returning *`,
        [id, isoAt(host.clock.now())],
      );
      if (late[0]) await arrive(host, tx, late[0]);
    });
  return rows.length;
}

/** 退货: devices the agent still has on its shelf come back, their price is the agent's again. */
export async function takeReturn(ctx: Ctx, { ids, values }: ActionInput): Promise<Refusal | null> {
  const tx = sqlOf(ctx.db);
  const order = await lockOrder(tx, ids[0]!);
  if (order.status !== 'RECEIVED' && order.status !== 'SHIPPED')
    return refuse('NOT_NOW', { why: `${order.order_no} 没有可退的货` });
  const sns = readSerials(values.sns);
  if (isRefusal(sns)) return sns;
  const { rows } = await tx.query<{
    id: number;
    sn: string;
    lineId: number;
    deviceId: number;
    fen: number;
    onShelf: boolean;
  }>(
    `select i.id, i.sn, i.line_id as "lineId", i.device_id as "deviceId", l.price_fen as fen,
       d.status = 'IN_STOCK' and d.agent_id = i.agent_id as "onShelf"
     from purchase_item i join purchase_order_line l on l.id = i.line_id join device d on d.id = i.device_id
     where i.agent_id = $1 and i.order_id = $2 and i.sn = any($3::text[]) and i.status = 'RECEIVED' for update of i, d`,
    [order.agent_id, order.id, sns],
  );
  for (const [i, sn] of sns.entries()) {
    const found = rows.find((one) => one.sn === sn);
    if (!found) return refuseField('sns', `第 ${i + 1} 行 序列号 ${sn} 不是这张订单已收货的设备`);
    if (!found.onShelf) return refuseField('sns', `第 ${i + 1} 行 序列号 ${sn} 已分配给单位，请先回收`);
  }
  const at = isoAt(ctx.clock.now());
  const fen = rows.reduce((sum, one) => sum + one.fen, 0);
  await giveStock(
    tx,
    rows.map(({ deviceId }) => deviceId),
    null,
    at,
  );
  for (const one of rows) {
    await tx.query(
      `update purchase_item set status = 'RETURNED', returned_at = $3, return_reason = $4 where agent_id = $1 and id = $2`,
      [order.agent_id, one.id, at, String(values.reason)],
    );
    await tx.query('update purchase_order_line set returned_qty = returned_qty + 1 where agent_id = $1 and id = $2', [
      order.agent_id,
      one.lineId,
    ]);
  }
  await tx.query(
    'update purchase_order set returned_fen = returned_fen + $3, version = version + 1, updated_at = $4 where agent_id = $1 and id = $2',
    [order.agent_id, order.id, fen, at],
  );
  const posting = await creditUnit(ctx, tx, {
    unitType: 'AGENT',
    unitId: order.agent_id,
    document: { type: 'PURCHASE_RETURN', id: await ctx.ids.next() },
    amountFen: fen,
    operatorId: ctx.session.accountId,
    reason: `${order.order_no} 退货 ${sns.length} 台`,
  });
  if (isRefusal(posting)) return posting;
  await ctx.audit({
    action: '退货',
    targetId: order.id,
    targetName: order.order_no,
    changes: [{ key: 'returnedFen', label: `退 ${sns.join('、')}`, before: null, after: formatFenGrouped(fen) }],
  });
  return null;
}
