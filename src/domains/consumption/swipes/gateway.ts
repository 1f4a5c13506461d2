/** The terminals' door: online swipes, and uploads of what was taken while cut off. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import {
  type ConsumeGateway,
  type DeviceAt,
  type DeviceRecord,
  type RecordOutcome,
  recordKey,
  sitesOf,
} from '../../device/public.server.ts';
import { mealHere } from '../pricing/meal-at.ts';
import { takeFen } from '../pricing/price.ts';
import { rulesThen } from '../pricing/rule-cache.ts';
import { consumptionRefusals } from '../refusals.ts';
import { hasItems, itemIds, writeItems } from '../trades/trade-items.ts';
import { codeSwipe } from './code-swipe.ts';
import type { Payer } from './payers.ts';
import { type Swipe, type SwipeDeps, swipe } from './swipe.ts';

/** An offline time this far ahead of the server's is not believed; how far behind is the server's setting. */
const aheadMs = 10 * 60_000;
const dayMs = 24 * 3_600_000;

async function charge(
  deps: SwipeDeps,
  device: DeviceAt,
  record: DeviceRecord,
  offline?: Swipe['offline'],
): Promise<{ outcome: RecordOutcome; payer?: Payer }> {
  const goods = record.mode === 'SHOP' ? await deps.shop().price(device, record) : undefined;
  if (isRefusal(goods)) return { outcome: goods, ...(offline?.payer ? { payer: offline.payer } : {}) };
  const { outcome, payer } = await swipe(
    deps,
    { organizationId: device.organizationId, deviceId: device.deviceId, deploySiteId: device.deploySiteId },
    {
      requestKey: recordKey(device, record),
      occurredAt: record.occurredAt,
      mode: record.mode,
      identify: record.identify,
      deviceSeq: `${record.epoch}-${record.seq}`,
      ...(offline ? { offline } : {}),
      ...(record.cardNo === undefined ? {} : { cardNo: record.cardNo }),
      ...(record.personId === undefined ? {} : { personId: record.personId }),
      ...(record.amountFen === undefined ? {} : { amountFen: record.amountFen }),
      ...(record.takes ? { takes: record.takes } : {}),
      ...(record.dishes ? { dishes: record.dishes } : {}),
      ...(goods ? { goods } : {}),
    },
  );
  if (isRefusal(outcome)) return { outcome, ...(payer ? { payer } : {}) };
  return {
    outcome: { posted: outcome.posted, ...(payer ? { personName: payer.personName } : {}) },
    ...(payer ? { payer } : {}),
  };
}

/** What the record says it costs before any rule is asked; null where only a rule knows. */
function saidFen(record: DeviceRecord): number | null {
  if (record.takes) return record.takes.reduce((sum, take) => sum + takeFen(take), 0);
  if (record.dishes) return record.dishes.reduce((sum, dish) => sum + dish.quantity * dish.unitPriceFen, 0);
  return record.amountFen ?? null;
}

/** Keeps a record that could not be posted, with its plates; the same record is kept once. */
async function suspend(
  services: Services,
  device: DeviceAt,
  record: DeviceRecord,
  why: Refusal,
  payer: Payer | undefined,
): Promise<void> {
  const id = await services.ids.next();
  const kept = await services.pool.query(
    `insert into offline_trade (organization_id, id, device_id, epoch, seq, person_id, card_no, mode, amount_fen, record,
                                occurred_at, received_at, state, reason_code, reason, deploy_site_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'SUSPENSE', $13, $14, $15)
     on conflict (organization_id, device_id, epoch, seq) do nothing`,
    [
      device.organizationId,
      id,
      device.deviceId,
      record.epoch,
      record.seq,
      payer?.personId ?? null,
      record.cardNo ?? '',
      record.mode,
      saidFen(record),
      JSON.stringify(record),
      isoAt(record.occurredAt),
      isoAt(services.clock.now()),
      why.code,
      refusalMessage(why),
      device.deploySiteId,
    ],
  );
  if (kept.rowCount === 0 || !hasItems(record)) return;
  const rules = await rulesThen(services.swipes.rules, device.organizationId, device.deploySiteId, record.occurredAt);
  const { date, meal } = mealHere(rules, device.deploySiteId, record.occurredAt);
  await writeItems(
    services.pool,
    await itemIds(services, record),
    record,
    {
      organizationId: device.organizationId,
      businessDate: date,
      mealPeriodId: meal?.id ?? 0,
      restaurantId: device.restaurantId,
      deviceId: device.deviceId,
      personId: payer?.personId ?? 0,
      occurredAt: record.occurredAt,
    },
    { offlineTradeId: id },
  );
}

async function uploadOne(
  services: Services,
  deps: SwipeDeps,
  device: DeviceAt,
  record: DeviceRecord,
  payer: Payer | undefined,
): Promise<RecordOutcome> {
  const now = services.clock.now();
  if (record.occurredAt > now + aheadMs || record.occurredAt < now - services.config.offlineDays * dayMs) {
    const skew = refuse(consumptionRefusals.TIME_SKEW, {
      time: isoAt(record.occurredAt).slice(0, 16).replace('T', ' '),
    });
    await suspend(services, device, record, skew, payer);
    return { suspended: skew };
  }
  const { outcome } = await charge(deps, device, record, { payer });
  // A key used with another meaning is a broken terminal, not a meal: it is refused, not kept.
  if (!isRefusal(outcome) || outcome.code === 'IDEMPOTENCY_MISMATCH' || outcome.code === 'BUSY') return outcome;
  await suspend(services, device, record, outcome, payer);
  return { suspended: outcome };
}

/** The gateway the device API hands records to. */
export function consumeGateway(services: Services, deps: SwipeDeps): ConsumeGateway {
  return {
    consume: async (device, record) => {
      const { payCode } = record;
      if (payCode !== undefined) {
        const outcome = await codeSwipe(services, deps, device, { ...record, payCode });
        if (isRefusal(outcome)) services.refusedSwipes.note(device, record, outcome, undefined);
        return outcome;
      }
      const { outcome, payer } = await charge(deps, device, record);
      if (isRefusal(outcome)) services.refusedSwipes.note(device, record, outcome, payer?.personId);
      return outcome;
    },
    upload: async (device, records) => {
      const [payers, placeThen] = await Promise.all([
        deps.payersThen(
          device.organizationId,
          records.map(({ cardNo = '', personId = 0, occurredAt }) => ({ cardNo, personId, atMs: occurredAt })),
        ),
        sitesOf(services.pool, device),
      ]);
      return Promise.all(
        records.map((record, i) =>
          uploadOne(services, deps, { ...device, deploySiteId: placeThen(record.occurredAt) }, record, payers[i]),
        ),
      );
    },
  };
}
