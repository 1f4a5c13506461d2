/** Orders handed out by their code at the shop's till, each once; ten wrong codes and the till waits. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { DeviceAt } from '../../device/public.server.ts';
import { saleRefusals } from '../sale-refusals.ts';
import { finishOrder } from './move-order.ts';
import { houseHand, type OrderParts, readOrder } from './order-store.ts';

const mostWrong = 10;
const lockMs = 10 * 60_000;

export interface PickedUp {
  result: 'TAKEN' | 'DUPLICATE';
  orderNo: string;
  personName: string;
  amountFen: number;
  items: { name: string; qty: number; unit: string }[];
}

async function wrongCode({ pool, clock }: OrderParts, { organizationId, deviceId }: DeviceAt): Promise<Refusal> {
  await pool.query(
    `insert into shop_pick_try as t (organization_id, device_id, wrong) values ($1, $2, 1)
     on conflict (organization_id, device_id) do update set wrong = case when t.wrong + 1 >= $3 then 0 else t.wrong + 1 end,
       locked_until = case when t.wrong + 1 >= $3 then $4::timestamptz else t.locked_until end`,
    [organizationId, deviceId, mostWrong, isoAt(clock.now() + lockMs)],
  );
  return refuse(saleRefusals.PICK_CODE);
}

export async function pickUp(
  parts: OrderParts & Pick<Services, 'log'>,
  device: DeviceAt,
  code: string,
): Promise<PickedUp | Refusal> {
  const { pool, clock } = parts;
  const { organizationId, deviceId } = device;
  const { rows: locks } = await pool.query<{ until: string }>(
    'select locked_until as until from shop_pick_try where organization_id = $1 and device_id = $2 and locked_until > $3::timestamptz',
    [organizationId, deviceId, isoAt(clock.now())],
  );
  if (locks[0])
    return refuse(saleRefusals.PICK_LOCKED, {
      tries: mostWrong,
      until: isoAt(Date.parse(locks[0].until)).slice(11, 16),
    });
  const { rows } = await pool.query<{ id: number; name: string }>(
    `select o.id, p.name from shop_order o join person p on p.organization_id = o.organization_id and p.id = o.person_id
     where o.organization_id = $1 and o.restaurant_id = $2 and o.pick_code = $3 and o.status in ('DELIVERING', 'FINISHED')`,
    [organizationId, device.restaurantId, code],
  );
  const [found] = rows;
  const order = found && (await readOrder(pool, organizationId, found.id));
  if (!order) return wrongCode(parts, device);
  await pool.query('update shop_pick_try set wrong = 0 where organization_id = $1 and device_id = $2', [
    organizationId,
    deviceId,
  ]);
  const told: Omit<PickedUp, 'result'> = {
    orderNo: order.order_no,
    personName: found.name,
    amountFen: order.amount_fen,
    items: order.items.map(({ name, qty, picked_qty, unit_name, unit_size }) => ({
      name,
      qty: Number(((picked_qty ?? qty) / unit_size).toFixed(3)),
      unit: unit_name,
    })),
  };
  if (order.status === 'FINISHED') return { result: 'DUPLICATE', ...told };
  const { deploySiteId } = device;
  const no = await finishOrder(
    parts,
    { organizationId, id: order.id },
    { by: houseHand, receiver: '凭取货码', identify: 'CODE', deviceId, deploySiteId },
  );
  return no ?? { result: 'TAKEN', ...told };
}
