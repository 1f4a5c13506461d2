/**
 * 补扣 of offline records, by holder, department and prices of the swipe: the food is eaten, so neither card state nor times
 * nor limits are asked; what can still refuse is money, a missing price, or nobody to charge.
 */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refusalMessage, refusalSpec, refuse } from '../../../kit/server/refusal.ts';
import type { DeviceRecord } from '../../device/public.server.ts';
import { subsidyBounds } from '../../subsidy/public.server.ts';
import type { Companion, ConsumeRequest } from '../../wallet/public.server.ts';
import { type Charge, priceSwipe } from '../pricing/price-swipe.ts';
import { rulesThen } from '../pricing/rule-cache.ts';
import { consumptionRefusals } from '../refusals.ts';
import type { ShopPlace } from '../services.ts';
import { schemeHere } from '../swipes/meal-scheme.ts';
import { itemsCompanion, meaningOf } from '../swipes/swipe.ts';
import type { OfflineTradeRow } from '../tables.ts';
import { hasItems, itemIds, writeItems } from '../trades/trade-items.ts';
import { offlineFlow } from './states.ts';

export interface Choice {
  event: 'post' | 'overdraft';
  /** Instead of the card's holder. */
  personId: number | null;
  /** Instead of the price of the record, fen. */
  amountFen: number | null;
  note: string;
}

export const choiceOf = (event: Choice['event'], values: ActionInput['values']): Choice => ({
  event,
  personId: (values.personId as number | null | undefined) ?? null,
  amountFen: (values.amountFen as number | null | undefined) ?? null,
  note: String(values.note ?? ''),
});

/** Deploy site at the time; records kept before it was written down take the device's present one. */
async function siteOf(ctx: Ctx, row: OfflineTradeRow): Promise<number> {
  if (row.deploy_site_id !== 0) return row.deploy_site_id;
  const device = await ctx.db
    .selectFrom('device')
    .select('deploy_site_id')
    .where('id', '=', row.device_id)
    .executeTakeFirst();
  return device?.deploy_site_id ?? 0;
}

function chargeOf(row: OfflineTradeRow, amountFen: number | null): Charge | Refusal {
  const record = row.record as DeviceRecord;
  // A time nobody believes is replaced by the time it came.
  const occurredAt = row.reason_code === 'TIME_SKEW' ? Date.parse(row.received_at) : Date.parse(row.occurred_at);
  if (amountFen !== null)
    return hasItems(record)
      ? refuseField('amountFen', '称重、点餐按记录的明细计价，不能另输金额')
      : { mode: 'AMOUNT', amountFen, occurredAt };
  const { mode, takes, dishes } = record;
  return {
    mode,
    occurredAt,
    ...(record.amountFen === undefined ? {} : { amountFen: record.amountFen }),
    ...(takes ? { takes } : {}),
    ...(dishes ? { dishes } : {}),
  };
}

/** Writes the record's end with the trade: its state, its plates, the log. */
async function settled(ctx: Ctx, row: OfflineTradeRow, choice: Choice, request: ConsumeRequest): Promise<Companion> {
  const record = row.record as DeviceRecord;
  const ids = await itemIds(ctx, record);
  const { organizationId, place, personId } = request;
  return async (tx, posted) => {
    const state = (posted.split.ARREARS ?? 0) > 0 ? 'POSTED_OVERDRAFT' : 'POSTED';
    const done = await tx.query(
      `update offline_trade set state = $3, person_id = $4, trade_id = $5, charged_fen = $6, settled_at = $7, settled_by = $8,
         settled_name = $9, note = $10
       where organization_id = $1 and id = $2 and state = 'SUSPENSE'`,
      [
        organizationId,
        row.id,
        state,
        personId,
        posted.postingId,
        posted.amountFen,
        isoAt(ctx.clock.now()),
        ctx.session.accountId,
        ctx.session.name,
        choice.note,
      ],
    );
    if (done.rowCount !== 1) return refuse(consumptionRefusals.ALREADY_SETTLED);
    if (hasItems(record)) {
      await tx.query(`delete from trade_item where organization_id = $1 and offline_trade_id = $2`, [
        organizationId,
        row.id,
      ]);
      await writeItems(
        tx,
        ids,
        record,
        {
          organizationId,
          personId,
          businessDate: posted.businessDate,
          mealPeriodId: place.mealPeriodId,
          restaurantId: place.restaurantId,
          deviceId: place.deviceId,
          occurredAt: request.occurredAt,
        },
        { tradeId: posted.postingId },
      );
    }
    await auditInto(ctx, tx, {
      action: offlineFlow.moves[choice.event].label,
      targetId: row.id,
      targetName: `${row.epoch}-${row.seq}`,
      changes: [
        { key: 'chargedFen', label: '补扣金额（元）', before: null, after: formatFenGrouped(posted.amountFen) },
        { key: 'reason', label: '原挂起原因', before: row.reason, after: choice.note },
      ],
    });
    return request.companion?.(tx, posted);
  };
}

/** Goods of a record that waited, by what they cost at its time. */
const shopPrice = (ctx: Ctx, row: OfflineTradeRow, place: ShopPlace, occurredAt: number) =>
  ctx.services.shopTill.price(place, { ...(row.record as DeviceRecord), occurredAt, offline: true }, true);

/** What the money door is asked for, or why there is nothing to ask. */
export async function requestOf(ctx: Ctx, row: OfflineTradeRow, choice: Choice): Promise<ConsumeRequest | Refusal> {
  const organizationId = ownOrganization(ctx);
  const { rules: rulesOf, payersThen, scheme: schemes } = ctx.services.swipes;
  const told = chargeOf(row, choice.amountFen);
  if (isRefusal(told)) return told;
  const byPerson = choice.personId !== null || row.card_no === '';
  const siteId = await siteOf(ctx, row);
  const [rules, [payer]] = await Promise.all([
    rulesThen(rulesOf, organizationId, siteId, told.occurredAt),
    payersThen(organizationId, [
      {
        cardNo: byPerson ? '' : row.card_no,
        personId: byPerson ? (choice.personId ?? row.person_id ?? 0) : 0,
        atMs: told.occurredAt,
      },
    ]),
  ]);
  const said = (row.record as DeviceRecord).personId;
  const another = !byPerson && said !== undefined && said !== payer?.personId;
  if (!payer || another) return refuse(consumptionRefusals.PERSON_UNKNOWN);
  const place = { organizationId, deploySiteId: siteId };
  const restaurantId = rules.sites.get(siteId)?.restaurantId ?? 0;
  const goods =
    told.mode === 'SHOP' ? await shopPrice(ctx, row, { organizationId, restaurantId }, told.occurredAt) : undefined;
  if (isRefusal(goods)) return goods;
  const charge: Charge = goods ? { ...told, goods } : told;
  const scheme = await schemeHere(schemes, rules, place, payer, { occurredAt: charge.occurredAt, offline: true });
  const { date, meal, price } = priceSwipe(rules, siteId, payer.typeId, charge, false, scheme);
  if (isRefusal(price)) return price;
  const request: ConsumeRequest = {
    kind: 'CONSUME',
    organizationId,
    requestKey: `o:${row.id}:${row.attempts}:${choice.event}`,
    personId: payer.personId,
    occurredAt: charge.occurredAt,
    businessDate: date,
    operatorId: ctx.session.accountId,
    reason: `脱机补扣：${row.reason}`,
    sourceType: 'offline_trade',
    sourceId: row.id,
    place: {
      restaurantId,
      deploySiteId: siteId,
      deviceId: row.device_id,
      mealPeriodId: meal?.id ?? 0,
      departmentId: payer.departmentId,
      personTypeId: payer.typeId,
      mode: charge.mode,
      identify: (row.record as DeviceRecord).identify,
      cardId: payer.cardId,
      cardNo: payer.cardNo || row.card_no,
      deviceSeq: `${row.epoch}-${row.seq}`,
      offline: true,
    },
    price,
    ...subsidyBounds(rules.subsidyUse, { mealPeriodId: meal?.id ?? 0, deploySiteId: siteId }),
    meaning: meaningOf({ ...charge, cardNo: row.card_no }),
    ...(choice.event === 'overdraft' ? { arrearsLimitFen: rules.setting.arrearsLimitFen } : {}),
  };
  const items = goods && (await itemsCompanion(ctx.services.swipes, charge, request));
  return items ? { ...request, companion: items } : request;
}

/** Charges one record; a new reason for waiting is written down with it. */
async function settleOne(ctx: Ctx, row: OfflineTradeRow, choice: Choice): Promise<Refusal | undefined> {
  const request = await requestOf(ctx, row, choice);
  if (isRefusal(request)) return request;
  const outcome = await ctx.services.wallet.submit({
    ...request,
    companion: await settled(ctx, row, choice, request),
  });
  if (!isRefusal(outcome)) return undefined;
  if (outcome.code === 'ALREADY_SETTLED' || refusalSpec(outcome.code).status === 503) return outcome;
  await sqlOf(ctx.db).query(
    `update offline_trade set reason_code = $3, reason = $4, attempts = attempts + 1
     where organization_id = $1 and id = $2 and state = 'SUSPENSE' and attempts = $5`,
    [request.organizationId, row.id, outcome.code, refusalMessage(outcome), row.attempts],
  );
  return outcome;
}

/** Charges the records; of several each gets its own end, and the answer says what failed and why. */
export const settleRecords =
  (event: 'post' | 'overdraft') =>
  async (ctx: Ctx, { ids, values }: ActionInput): Promise<Done | Refusal> => {
    const choice = choiceOf(event, values);
    if (ids.length > 1 && (choice.personId !== null || choice.amountFen !== null))
      return refuse(consumptionRefusals.ONE_PERSON_ONE_RECORD);
    const rows = await ctx.db
      .selectFrom('offline_trade')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('occurred_at')
      .execute();
    const refusals = await Promise.all(rows.map((row) => settleOne(ctx, row, choice)));
    const failed = refusals.flatMap((refusal, i) => (refusal ? [{ row: rows[i]!, refusal }] : []));
    if (failed.length === 0) return null;
    if (rows.length === 1) return failed[0]!.refusal;
    return {
      receipt: {
        title: `${offlineFlow.moves[event].label}结果`,
        lines: [
          ['已入账', `${rows.length - failed.length} 笔`],
          ['未入账', `${failed.length} 笔`],
          ...failed.map(({ row, refusal }) => [`流水 ${row.epoch}-${row.seq}`, refusalMessage(refusal)] as const),
        ],
        footer: '未入账的仍为待处理，原因已更新',
      },
    };
  };

/** 作废 and 恢复待处理: nothing moves; the plates of the record follow. */
export const turnRecords =
  (event: 'void' | 'restore') =>
  async (ctx: Ctx, { ids, values }: ActionInput): Promise<null | Refusal> => {
    const { label, from, to } = offlineFlow.moves[event];
    const note = String(values.reason ?? '');
    const done = event === 'void';
    const turned = await ctx.db
      .updateTable('offline_trade')
      .set({
        state: to,
        note,
        settled_at: done ? isoAt(ctx.clock.now()) : null,
        settled_by: done ? ctx.session.accountId : null,
        settled_name: done ? ctx.session.name : '',
      })
      .where('id', 'in', ids)
      .where('state', 'in', [...from])
      .returning(['id', 'epoch', 'seq', 'reason'])
      .execute();
    if (turned.length !== ids.length) return refuse(consumptionRefusals.ALREADY_SETTLED);
    await ctx.db
      .updateTable('trade_item')
      .set({ status: done ? 'CANCELLED' : 'UNPAID' })
      .where('offline_trade_id', 'in', ids)
      .where('trade_id', 'is', null)
      .execute();
    for (const row of turned)
      await ctx.audit({
        action: label,
        targetId: row.id,
        targetName: `${row.epoch}-${row.seq}`,
        changes: [{ key: 'reason', label: '原因', before: row.reason, after: note }],
      });
    return null;
  };
