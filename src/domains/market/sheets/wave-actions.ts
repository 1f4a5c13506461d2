/** 波次 from sorting to signing: for orders of a shop each order’s money moves first, for a canteen’s material the stock. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { moveEntry, moves, refuseMove } from '../../../kit/server/page/moves.ts';
import { refuseLine } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { draftBill } from '../../stock/public.server.ts';
import { notWhole, wholeUnits } from '../../stock/public.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import '../tables.ts';
import type { ShopWaveRow } from '../tables.ts';
import { coldAboard, refuseWarm } from './cold-chain.ts';
import {
  loadWave,
  type Missing,
  makeMaterialWaves,
  receiveMaterial,
  sendMaterial,
  shareMaterial,
} from './material-waves.ts';
import { makeWaves, sendWave, shareDay, signWave, sortWave } from './run-wave.ts';
import { waveFlow } from './wave-states.ts';

const listed = (given: unknown): Missing[] => (given ?? []) as Missing[];
const ids = (given: unknown): number[] => (given ?? []) as number[];
const tenths = (temp: unknown) => (temp === null || temp === undefined ? null : Math.round(Number(temp) * 10));

/** Of goods that are counted in pieces, whole ones are there, missing or turned away. */
async function refuseParts(ctx: Ctx, values: ActionInput['values']): Promise<Refusal | undefined> {
  const typed = ['short', 'refused', 'missing'].flatMap((key) =>
    listed(values[key]).map(({ goodsId, quantity }, row) => ({ key, row, goodsId, quantity })),
  );
  const parts = typed.filter(({ quantity }) => wholeUnits(quantity, 1) === undefined);
  if (parts.length === 0) return undefined;
  const pieces = await ctx.db
    .selectFrom('goods')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      parts.map(({ goodsId }) => goodsId),
    )
    .where('base_unit', '=', 'PIECE')
    .execute();
  for (const { key, row, goodsId } of parts) {
    const known = pieces.find(({ id }) => id === goodsId);
    if (known) return refuseLine({}, key, row, 'quantity', `「${known.name}」${notWhole}`);
  }
  return undefined;
}

/** Cold goods that stay are not too warm; what is turned away altogether may be. */
async function refuseArrival(ctx: Ctx, doc: ShopWaveRow, { temp, refused }: ActionInput['values']) {
  const cold = (await coldAboard(sqlOf(ctx.db), doc)).filter(({ goodsId, qty, perTyped }) => {
    const back = listed(refused).find((one) => one.goodsId === goodsId)?.quantity ?? 0;
    return Math.round(back * perTyped) < qty;
  });
  return refuseWarm(doc.wave_no, cold, tenths(temp));
}

/** What there is, and whose share of it is whole. */
const sharedBy = ({ short, first }: ActionInput['values']) => ({ short: listed(short), first: ids(first) });

const ofKind = (kind: ShopWaveRow['kind']) => (_ctx: Ctx, doc: ShopWaveRow) =>
  doc.kind === kind
    ? undefined
    : refuse('NOT_NOW', { why: `${doc.wave_no} 送的是${doc.kind === 'SHOP' ? '商超订单' : '食堂物料'}` });

/** What was turned away broken is not sold again: a loss is written for the storekeeper, who submits it to another. */
async function draftBroken(ctx: Ctx, doc: ShopWaveRow, refused: readonly Missing[]): Promise<Refusal | undefined> {
  const broken = refused.filter(({ what }) => what === 'LOST');
  if (broken.length === 0) return undefined;
  const { rows } = await sqlOf(ctx.db).query<{ storehouseId: number; goodsId: number; perTyped: number }>(
    `select distinct on (i.goods_id) o.storehouse_id as "storehouseId", i.goods_id as "goodsId",
       case g.base_unit when 'PIECE' then 1 else 1000 end as "perTyped"
     from shop_order o join shop_order_item i on i.organization_id = o.organization_id and i.order_id = o.id
     join goods g on g.contractor_id = i.contractor_id and g.id = i.goods_id
     where o.contractor_id = $1 and o.wave_id = $2 and i.goods_id = any($3::bigint[]) order by i.goods_id, o.id`,
    [doc.contractor_id, doc.id, broken.map(({ goodsId }) => goodsId)],
  );
  for (const [storehouseId, goods] of Map.groupBy(rows, (one) => one.storehouseId)) {
    const lines = broken.flatMap(({ goodsId, quantity, reason }) => {
      const known = goods.find((one) => one.goodsId === goodsId);
      return known ? [{ goodsId, typed: Math.round(quantity * known.perTyped), reason }] : [];
    });
    const id = await draftBill(ctx, { kind: 'LOSS', storehouseId, reason: `${doc.wave_no} 送达时拒收`, lines });
    if (isRefusal(id)) return id;
  }
  return undefined;
}

/** Money moves order by order first; the wave follows when all of it is through, and can be asked again until then. */
const withMoney =
  (
    event: 'sort' | 'sign',
    act: (ctx: Ctx, doc: ShopWaveRow, values: ActionInput['values']) => Promise<Refusal | undefined>,
  ) =>
  async (ctx: Ctx, { ids, values }: ActionInput): Promise<Done | Refusal> => {
    const doc = (await ctx.db.selectFrom('shop_wave').selectAll().where('id', '=', ids[0]!).executeTakeFirst()) as
      | ShopWaveRow
      | undefined;
    if (!doc) return refuse('NOT_FOUND');
    const no =
      refuseMove(ctx, waveFlow, event, doc, doc.wave_no) ??
      ofKind('SHOP')(ctx, doc) ??
      (await refuseParts(ctx, values)) ??
      (event === 'sign' ? await refuseArrival(ctx, doc, values) : undefined) ??
      (await act(ctx, doc, values));
    if (no) return no;
    return (await runCommand(ctx, (own) => closeStep(own, event, doc, values))) as Refusal | null;
  };

/** All orders are through: the wave follows, and what was broken is written for the storekeeper, both or neither. */
async function closeStep(
  ctx: Ctx,
  event: 'sort' | 'sign',
  doc: ShopWaveRow,
  values: ActionInput['values'],
): Promise<Refusal | null> {
  const now = isoAt(ctx.clock.now());
  const told =
    event === 'sort'
      ? { sorter_name: ctx.session.name, sorted_at: now }
      : { receiver: String(values.receiver), signed_at: now, arrived_temp10: tenths(values.temp) };
  const moved = await ctx.db
    .updateTable('shop_wave')
    .set((eb) => ({ ...told, status: waveFlow.moves[event].to, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', doc.id)
    .where('status', '=', doc.status)
    .executeTakeFirst();
  // Another press of the button has brought it to its end.
  if (moved.numUpdatedRows === 0n) return null;
  await ctx.audit(moveEntry(waveFlow, event, doc, doc.wave_no));
  return event === 'sign' ? ((await draftBroken(ctx, doc, listed(values.refused))) ?? null) : null;
}

export const waveMoves = {
  ...moves(waveFlow, {
    table: 'shop_wave',
    name: (doc) => doc.wave_no,
    stamped: true,
    check: {
      load: (ctx, doc, values) => ofKind('MATERIAL')(ctx, doc) ?? refuseParts(ctx, values),
      arrive: (ctx, doc, values) => ofKind('MATERIAL')(ctx, doc) ?? refuseParts(ctx, values),
      depart: async (ctx, doc, { temp }) => refuseWarm(doc.wave_no, await coldAboard(sqlOf(ctx.db), doc), tenths(temp)),
    },
    write: {
      load: (ctx) => ({ sorter_name: ctx.session.name, sorted_at: isoAt(ctx.clock.now()) }),
      arrive: (ctx, { receiver, temp }) => ({
        receiver: String(receiver),
        arrived_temp10: tenths(temp),
        signed_at: isoAt(ctx.clock.now()),
      }),
      depart: (ctx, { driver, car, temp }) => ({
        driver: String(driver),
        car: String(car ?? ''),
        temp10: tenths(temp),
        departed_at: isoAt(ctx.clock.now()),
      }),
    },
    after: {
      load: async (ctx, doc, values) => (await loadWave(ctx, doc, listed(values.short))) ?? null,
      depart: async (ctx, doc) => (await (doc.kind === 'SHOP' ? sendWave(ctx, doc) : sendMaterial(ctx, doc))) ?? null,
      arrive: async (ctx, doc, { missing, temp }) =>
        (await receiveMaterial(ctx, doc, { missing: listed(missing), temp })) ?? null,
    },
  }),
  sort: withMoney('sort', (ctx, doc, values) =>
    sortWave(ctx.services, doc, listed(values.short), { id: ctx.session.accountId, name: ctx.session.name }),
  ),
  sign: withMoney('sign', (ctx, doc, values) =>
    signWave(ctx.services, doc, {
      receiver: String(values.receiver),
      refused: listed(values.refused),
      by: { id: ctx.session.accountId, name: ctx.session.name },
    }),
  ),
  share: async (ctx: Ctx, { values }: ActionInput) => {
    const day = String(values.deliveryDate);
    const by = { id: ctx.session.accountId, name: ctx.session.name };
    const no =
      (await refuseParts(ctx, values)) ?? (await shareDay(ctx.services, ownContractor(ctx), day, sharedBy(values), by));
    if (no) return no;
    await ctx.audit({ action: '缺货分摊', targetName: day });
    return null;
  },
  shareGoods: async (ctx: Ctx, { values }: ActionInput) => {
    const day = String(values.deliveryDate);
    const no = (await refuseParts(ctx, values)) ?? (await shareMaterial(ctx, day, sharedBy(values)));
    if (no) return no;
    await ctx.audit({ action: '食堂物料分摊', targetName: day });
    return null;
  },
};

/** 生成波次 of a day: of orders that were accepted, or of transfers that go to units. */
export async function makeDay(ctx: Ctx, { values }: ActionInput): Promise<Refusal | null> {
  const material = values.kind === 'MATERIAL';
  const n = await (material ? makeMaterialWaves : makeWaves)(ctx, String(values.deliveryDate));
  if (n === 0)
    return refuse('NOT_NOW', {
      why: material
        ? '没有发往单位、还不在波次里的调拨草稿'
        : `${String(values.deliveryDate)} 没有已接单、还不在波次里的订单`,
    });
  await ctx.audit({ action: '生成波次', targetName: `${String(values.deliveryDate)} ${n} 个` });
  return null;
}
