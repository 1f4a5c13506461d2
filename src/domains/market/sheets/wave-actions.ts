/** 波次 from sorting to signing: for orders of a shop each order’s money moves first, for a canteen’s material the stock. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { moveEntry, moves, refuseMove } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
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
import { type Counted, makeWaves, sendWave, shareDay, signWave, sortWave } from './run-wave.ts';
import { waveFlow } from './wave-states.ts';

const listed = (given: unknown): Counted[] => (given ?? []) as Counted[];
const tenths = (temp: unknown) => (temp === null || temp === undefined ? null : Math.round(Number(temp) * 10));
/** Cold goods that stay are not too warm; what is turned away altogether may be. */
async function refuseArrival(ctx: Ctx, doc: ShopWaveRow, { temp, refused }: ActionInput['values']) {
  const cold = (await coldAboard(sqlOf(ctx.db), doc)).filter(({ goodsId, qty, perTyped }) => {
    const back = listed(refused).find((one) => one.goodsId === goodsId)?.quantity ?? 0;
    return Math.round(back * perTyped) < qty;
  });
  return refuseWarm(doc.wave_no, cold, tenths(temp));
}

const ofKind = (kind: ShopWaveRow['kind']) => (_ctx: Ctx, doc: ShopWaveRow) =>
  doc.kind === kind
    ? undefined
    : refuse('NOT_NOW', { why: `${doc.wave_no} 送的是${doc.kind === 'SHOP' ? '商超订单' : '食堂物料'}` });

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
      (event === 'sign' ? await refuseArrival(ctx, doc, values) : undefined) ??
      (await act(ctx, doc, values));
    if (no) return no;
    const now = isoAt(ctx.clock.now());
    const told =
      event === 'sort'
        ? { sorter_name: ctx.session.name, sorted_at: now }
        : { receiver: String(values.receiver), signed_at: now, arrived_temp10: tenths(values.temp) };
    await ctx.db
      .updateTable('shop_wave')
      .set((eb) => ({ ...told, status: waveFlow.moves[event].to, updated_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', doc.id)
      .where('status', '=', doc.status)
      .execute();
    await ctx.audit(moveEntry(waveFlow, event, doc, doc.wave_no));
    return null;
  };

export const waveMoves = {
  ...moves(waveFlow, {
    table: 'shop_wave',
    name: (doc) => doc.wave_no,
    stamped: true,
    check: {
      load: ofKind('MATERIAL'),
      arrive: ofKind('MATERIAL'),
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
        (await receiveMaterial(ctx, doc, { missing: (missing ?? []) as Missing[], temp })) ?? null,
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
    const no = await shareDay(ctx.services, ownContractor(ctx), day, listed(values.short), by);
    if (no) return no;
    await ctx.audit({ action: '缺货分摊', targetName: day });
    return null;
  },
  shareGoods: async (ctx: Ctx, { values }: ActionInput) => {
    const day = String(values.deliveryDate);
    const no = await shareMaterial(ctx, day, listed(values.short));
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
