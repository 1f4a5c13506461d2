/**
 * Meals of people without a card, paid by the WeChat or Alipay code on their phone: priced like a swipe of nobody's type,
 * charged at the channel, booked from the channel to revenue. No purse and no person is touched.
 */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import {
  type DeviceAt,
  type DeviceRecord,
  type DishLine,
  type RecordMode,
  recordKey,
  type WeighTake,
} from '../../device/public.server.ts';
import { type CodeBooker, type CodeDeps, type CodeOutcome, codeSoFar, takeCode } from '../../funding/public.server.ts';
import { type ConsumeRequest, type Json, type Tx, walletRefusals } from '../../wallet/public.server.ts';
import { priceSwipe } from '../pricing/price-swipe.ts';
import { consumptionRefusals } from '../refusals.ts';
import type { SoldGoods } from '../services.ts';
import { closed, itemsCompanion, meaningOf, type SwipeDeps } from './swipe.ts';

/** What is kept with the payment, so that it can be booked by whoever hears first that it is paid. */
interface CodeMeal {
  requestKey: string;
  occurredAt: number;
  businessDate: string;
  place: ConsumeRequest['place'];
  mode: RecordMode;
  amountFen?: number;
  takes?: readonly WeighTake[];
  dishes?: readonly DishLine[];
  goods?: readonly SoldGoods[];
  originFen: number;
  discountFen: number;
  dueFen: number;
  trace: Json;
}

/** Nobody in particular: a person of no type who has had nothing yet. */
const nobody = 0;
const nothingYet = { mealCount: 0, mealAmountFen: 0, dayCount: 0, dayAmountFen: 0 };

async function priceCode(deps: SwipeDeps, device: DeviceAt, record: DeviceRecord): Promise<CodeMeal | Refusal> {
  const rules = await deps.rules(device.organizationId);
  const site = rules.sites.get(device.deploySiteId);
  if (!site) return refuse(consumptionRefusals.DEVICE_NOT_PLACED);
  const goods = record.mode === 'SHOP' ? await deps.shop().price(device, record) : undefined;
  if (isRefusal(goods)) return goods;
  const charge = { ...record, ...(goods ? { goods } : {}) };
  const { date, meal, price } = priceSwipe(rules, device.deploySiteId, nobody, charge);
  const stopped = closed(site, meal);
  if (stopped) return stopped;
  if (isRefusal(price)) return price;
  const priced = price(nothingYet);
  if (isRefusal(priced)) return priced;
  if (priced.amountFen <= 0)
    return refuse(walletRefusals.BAD_AMOUNT, { detail: `付款码消费应收 ${formatFenGrouped(priced.amountFen)} 元` });
  return {
    requestKey: recordKey(device, record),
    occurredAt: record.occurredAt,
    businessDate: date,
    place: {
      restaurantId: site.restaurantId,
      deploySiteId: device.deploySiteId,
      deviceId: device.deviceId,
      mealPeriodId: meal?.id ?? 0,
      departmentId: 0,
      personTypeId: nobody,
      mode: record.mode,
      identify: 'CODE',
      deviceSeq: `${record.epoch}-${record.seq}`,
    },
    mode: record.mode,
    ...(record.amountFen === undefined ? {} : { amountFen: record.amountFen }),
    ...(record.takes ? { takes: record.takes } : {}),
    ...(record.dishes ? { dishes: record.dishes } : {}),
    ...(goods ? { goods } : {}),
    originFen: priced.originFen,
    discountFen: priced.discountFen,
    dueFen: priced.amountFen,
    trace: priced.trace ?? null,
  };
}

/** Posts a paid meal: the channel owes the unit what the diner paid it. */
export function codeBooker(deps: Pick<SwipeDeps, 'wallet' | 'ids' | 'shop'>): CodeBooker {
  return async (trade, paid) => {
    const meal = trade.charge as CodeMeal;
    const charge = { ...meal, ...(meal.amountFen === undefined ? {} : { amountFen: meal.amountFen }) };
    const request: ConsumeRequest = {
      kind: 'CONSUME',
      organizationId: trade.organizationId,
      requestKey: meal.requestKey,
      personId: nobody,
      occurredAt: meal.occurredAt,
      businessDate: meal.businessDate,
      place: meal.place,
      price: () => ({
        originFen: meal.originFen,
        discountFen: meal.discountFen,
        amountFen: meal.dueFen,
        trace: meal.trace,
      }),
      third: { channel: trade.channel, amountFen: meal.dueFen },
      meaning: meaningOf(charge),
      sourceType: 'third_trade',
      sourceId: trade.id,
    };
    const items = await itemsCompanion(deps, charge, request);
    return deps.wallet.submit({
      ...request,
      companion: async (tx: Tx, posted) => (await items?.(tx, posted)) ?? paid(tx, posted),
    });
  };
}

/** One record of a terminal that scanned a code. It comes again until it is posted or refused. */
export async function codeSwipe(
  services: CodeDeps,
  deps: SwipeDeps,
  device: DeviceAt,
  record: DeviceRecord & { payCode: string },
): Promise<CodeOutcome> {
  const { organizationId, deviceId } = device;
  const { epoch, seq } = record;
  const so = await codeSoFar(services, {
    organizationId,
    deviceId,
    epoch,
    seq,
    amountFen: record.mode === 'AMOUNT' ? record.amountFen : undefined,
  });
  if (so) return so;
  const meal = await priceCode(deps, device, record);
  if ('refused' in meal) return meal;
  return takeCode(services, {
    organizationId,
    businessDate: meal.businessDate,
    restaurantId: meal.place.restaurantId,
    deploySiteId: device.deploySiteId,
    deviceId,
    epoch,
    seq,
    authCode: record.payCode,
    amountFen: meal.dueFen,
    description: `${device.name}消费`,
    deviceNo: device.sn,
    charge: meal,
  });
}
