/** Writes a draft with its lines; a transfer's draft promises what it will take. */

import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { RowValues, Values } from '../../../kit/server/page/binding.ts';
import { madeBy } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { stockRefusals } from '../refusals.ts';
import { type BillKind, bringsIn, prefixOf } from './bill-kinds.ts';
import type { stockBill } from './pages/stock_bill.page.ts';
import { holdLines, releaseLines } from './promise.ts';
import { type ReadLine, readLines } from './read-lines.ts';

type BillValues = Values<typeof stockBill.fields>;
type Line = NonNullable<BillValues['lines']>[number] & { goodsId: number; unitId: number | null; typed: number };

/** How long ago a document may say that something happened; it counts today all the same. */
const mostDaysBack = 31;

function refuseTime(ctx: Ctx, occurredAt: string | null | undefined): Refusal | undefined {
  if (!occurredAt) return undefined;
  const days = (ctx.clock.now() - Date.parse(occurredAt)) / 86_400_000;
  const why =
    days < -0.01 ? '发生时间不能晚于现在' : days > mostDaysBack ? `发生时间不能早于 ${mostDaysBack} 天前` : undefined;
  return why === undefined ? undefined : refuse(stockRefusals.BACK_DATED, { why }, { occurredAt: why });
}

/** Goods that come in say what they are worth, and where the goods ask for it their lot. */
function refuseIncoming({ lineNo, goods, line }: ReadLine<Line>): Refusal | undefined {
  const at = { line: lineNo, goods: goods.name };
  const cell = (key: string, why: string) => ({ [`lines.${lineNo - 1}.${key}`]: why });
  if (line.amountFen === null || line.amountFen === undefined)
    return refuse(stockRefusals.COST_NEEDED, at, cell('amountFen', '入库须填金额'));
  if (goods.tracked && !line.producedOn && !line.expiresOn)
    return refuse(stockRefusals.LOT_NEEDED, { ...at, what: '生产日期或到期日期' }, cell('expiresOn', '须填写'));
  const why =
    line.producedOn && line.expiresOn && line.expiresOn < line.producedOn ? '到期日期早于生产日期' : undefined;
  return why === undefined ? undefined : refuse(stockRefusals.LOT_DATES, { ...at, why }, cell('expiresOn', why));
}

async function refuseLots(ctx: Ctx, read: readonly ReadLine<Line>[]): Promise<Refusal | undefined> {
  const lotIds = read.flatMap(({ line }) => line.lotId ?? []);
  if (lotIds.length === 0) return undefined;
  const lots = await ctx.db.selectFrom('lot').select(['id', 'goods_id']).where('id', 'in', lotIds).execute();
  const wrong = read.find(
    ({ line, goods }) => line.lotId && lots.find(({ id }) => id === line.lotId)?.goods_id !== goods.id,
  );
  return wrong && refuse(stockRefusals.LOT_FOREIGN, { line: wrong.lineNo, goods: wrong.goods.name });
}

async function refuseHouses(ctx: Ctx, houses: Readonly<Record<string, number>>): Promise<Refusal | undefined> {
  const off = await ctx.db
    .selectFrom('storehouse')
    .select(['id', 'name'])
    .where('id', 'in', Object.values(houses))
    .where('status', '<>', 'NORMAL')
    .orderBy('id')
    .executeTakeFirst();
  const key = Object.keys(houses).find((one) => houses[one] === off?.id);
  return off && refuse(stockRefusals.HOUSE_OFF, { house: off.name }, { [key!]: '已停用' });
}

/** The day after which goods are not to be used, where the sheet says only when they were made. */
export const expiryOf = (
  producedOn: string | null | undefined,
  expiresOn: string | null | undefined,
  shelfDays: number | null,
) =>
  expiresOn ??
  (producedOn && shelfDays
    ? new Date(Date.parse(`${producedOn}T00:00:00Z`) + shelfDays * 86_400_000).toISOString().slice(0, 10)
    : null);

async function writeLines(ctx: Ctx, billId: number, read: readonly ReadLine<Line>[]): Promise<void> {
  await ctx.db.deleteFrom('stock_bill_line').where('bill_id', '=', billId).execute();
  const ids = await ctx.ids.take(read.length);
  await ctx.db
    .insertInto('stock_bill_line')
    .values(
      read.map(({ lineNo, goods, unit, typedMilli, qty, line }, i) => ({
        contractor_id: goods.contractor_id,
        id: ids[i]!,
        bill_id: billId,
        line_no: lineNo,
        goods_id: goods.id,
        unit_id: unit?.id ?? null,
        typed_milli: typedMilli,
        qty,
        amount_fen: line.amountFen ?? null,
        lot_id: line.lotId ?? null,
        lot_no: line.lotNo ?? '',
        produced_on: line.producedOn ?? null,
        expires_on: expiryOf(line.producedOn, line.expiresOn, goods.shelf_days),
        reason: line.reason ?? '',
        received_qty: null,
      })),
    )
    .execute();
}

/** The organization a storehouse stands at. */
const siteOf = async (ctx: Ctx, houseId: number) =>
  (await ctx.db.selectFrom('storehouse').select('site_id').where('id', '=', houseId).executeTakeFirstOrThrow()).site_id;

/** The meal that an issue was for. */
const mealOf = (ctx: Ctx, billId: number) =>
  ctx.db
    .selectFrom('stock_bill')
    .select(['site_id', 'dining_date', 'meal_period_id', 'dish_name'])
    .where('id', '=', billId)
    .executeTakeFirst();

/** Creates a draft, or writes one anew. */
export async function saveBill(ctx: Ctx, values: BillValues, before: RowValues | null): Promise<number | Refusal> {
  const bound = before && (await ctx.services.transferFollower?.changes(ctx, before.id));
  if (bound) return bound;
  const kind = (before?.kind ?? values.kind) as BillKind;
  const now = isoAt(ctx.clock.now());
  const given = <K extends keyof BillValues>(key: K) =>
    values[key] === undefined ? (before?.[key] as BillValues[K]) : values[key];
  const storehouseId = given('storehouseId') as number;
  const toId = kind === 'TRANSFER' ? (given('toStorehouseId') as number) : null;
  if (toId === storehouseId)
    return refuse('INVALID_FIELDS', { detail: '调入仓库须与调出仓库不同' }, { toStorehouseId: '须与调出仓库不同' });
  const read = await readLines(ctx, (given('lines') ?? []) as Line[]);
  if (isRefusal(read)) return read;
  const no =
    refuseTime(ctx, values.occurredAt) ??
    (await refuseHouses(ctx, { storehouseId, ...(toId === null ? {} : { toStorehouseId: toId }) })) ??
    (await refuseLots(ctx, read)) ??
    (bringsIn(kind) ? read.map(refuseIncoming).find((one) => one !== undefined) : undefined);
  if (no) return no;
  const sourceId = kind === 'ISSUE_RETURN' ? (given('sourceId') ?? null) : null;
  const meal = (sourceId === null ? undefined : await mealOf(ctx, sourceId)) ?? {
    site_id: given('siteId') ?? null,
    dining_date: given('diningDate') ?? null,
    meal_period_id: given('mealPeriodId') ?? null,
    dish_name: given('dishName') ?? '',
  };
  const head = {
    storehouse_id: storehouseId,
    to_storehouse_id: toId,
    receiver_id: toId === null ? null : await siteOf(ctx, toId),
    ...meal,
    reason: given('reason') ?? '',
    source_type: kind === 'ISSUE_RETURN' ? 'ISSUE' : '',
    source_id: sourceId,
    occurred_at: given('occurredAt') ?? now,
    line_count: read.length,
    value_fen: bringsIn(kind) ? read.reduce((sum, { line }) => sum + (line.amountFen ?? 0), 0) : 0,
    updated_at: now,
  };
  const id = before ? before.id : await ctx.ids.next();
  if (before) {
    await releaseLines(ctx, 'TRANSFER', id);
    await ctx.db
      .updateTable('stock_bill')
      .set((eb) => ({ ...head, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    await ctx.db.deleteFrom('stock_bill_left_out').where('bill_id', '=', id).execute();
  } else
    await ctx.db
      .insertInto('stock_bill')
      .values({
        ...head,
        ...newBill(ctx, kind, id, now),
        status: 'DRAFT',
      })
      .execute();
  await writeLines(ctx, id, read);
  return (
    (kind === 'TRANSFER' ? await holdLines(sqlOf(ctx.db), ctx, ownContractor(ctx), 'TRANSFER', id) : undefined) ?? id
  );
}

interface Drafted {
  kind: BillKind;
  storehouseId: number;
  toStorehouseId?: number;
  reason: string;
  /** In base units. */
  lines: readonly { goodsId: number; typed: number; reason: string }[];
}

/** A draft that another document asks for; answers its id. */
export const draftBill = (ctx: Ctx, { lines, ...head }: Drafted): Promise<number | Refusal> => {
  const line = { unitId: null, amountFen: null, lotId: null, lotNo: null, producedOn: null, expiresOn: null };
  return saveBill(ctx, { ...head, lines: lines.map((one) => ({ ...line, ...one })) } as unknown as BillValues, null);
};

/** What a new document's row has whoever writes it. */
export function newBill(ctx: Pick<Ctx, 'session'>, kind: BillKind, id: number, now: string) {
  return {
    contractor_id: ctx.session.unitId!,
    id,
    bill_no: `${prefixOf[kind]}${id}`,
    kind,
    dish_id: null,
    reverses_id: null,
    reversed_by_id: null,
    request_key: null,
    ...madeBy(ctx.session),
    posted_at: null,
    business_date: null,
    arrived_temp10: null,
    created_at: now,
    version: 1,
  };
}
