/** What is done with goods on a shelf: priced, put on, taken off, labelled. */
import { basisPoints, formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { marketRefusals } from '../refusals.ts';
import { priceAt } from './prices.ts';
import { setPrice } from './set-price.ts';

type Answer = Promise<Done | Refusal>;

const byId = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('shop_shelf as s')
    .innerJoin('goods as g', (on) =>
      on.onRef('g.contractor_id', '=', 's.contractor_id').onRef('g.id', '=', 's.goods_id'),
    )
    .selectAll('s')
    .select(['g.name', 'g.spec', 'g.barcode'])
    .where('s.id', 'in', [...ids])
    .orderBy('s.id')
    .forUpdate('s');

export async function reprice(ctx: Ctx, { ids, values }: ActionInput): Answer {
  const { priceFen, fromDate } = values as { priceFen: number; fromDate: string };
  for (const row of await byId(ctx, ids).execute()) {
    const no = await setPrice(ctx, row, row.name, { priceFen, fromDate });
    if (no) return no;
    await ctx.audit({
      action: '调价',
      targetId: row.id,
      targetName: `${row.name} ${fromDate} 起 ${formatFenGrouped(priceFen)} 元`,
    });
  }
  return null;
}

const percentWords = (part: number, whole: number) => {
  const points = basisPoints(part, whole);
  return points === null ? '—' : `${points / 100}%`;
};

/** The change and, for who may see it, the margin before and after. */
export async function priceOutcome(_ctx: Ctx, { rows, values }: ActionInput): Promise<Outcome | Refusal> {
  const row = rows[0]!;
  const next = typeof values.priceFen === 'number' ? values.priceFen : null;
  const before = row.priceFen as number | null;
  const cost = row.costFen as number | null | undefined;
  const words = (fen: number | null) => (fen === null ? '—' : `${formatFenGrouped(fen)} 元`);
  const margin = (fen: number | null) =>
    fen === null || typeof cost !== 'number' ? '—' : percentWords(fen - cost, fen);
  return {
    lines: [
      ['商品', `${row.goodsName}（${row.organizationName}）`],
      ['售价', `${words(before)} → ${words(next)} / ${row.unitName}`],
      ...(cost === undefined
        ? []
        : [['最近进价', words(cost)] as const, ['毛利率', `${margin(before)} → ${margin(next)}`] as const]),
    ],
    ...(next === null ? {} : { amountFen: next }),
  };
}

/** Only what has a price is sold. */
export async function putOn(ctx: Ctx, { ids }: ActionInput): Answer {
  const at = isoAt(ctx.clock.now());
  for (const row of await byId(ctx, ids).execute()) {
    const site = { contractorId: ownContractor(ctx), organizationId: row.organization_id };
    const prices = await priceAt(sqlOf(ctx.db), site, at, [row.goods_id]);
    if (!prices.has(row.goods_id)) return refuse(marketRefusals.PRICE_NONE, { goods: row.name });
    await setStatus(ctx, row, 'ON', '');
  }
  return null;
}

export async function takeOff(ctx: Ctx, { ids, values }: ActionInput): Answer {
  for (const row of await byId(ctx, ids).execute()) await setStatus(ctx, row, 'OFF', String(values.reason ?? ''));
  return null;
}

async function setStatus(
  ctx: Ctx,
  row: { id: number; name: string; status: string },
  status: 'ON' | 'OFF',
  reason: string,
) {
  await ctx.db
    .updateTable('shop_shelf')
    .set((eb) => ({ status, off_reason: reason, updated_at: isoAt(ctx.clock.now()), version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .execute();
  await ctx.audit({
    action: status === 'ON' ? '上架' : '下架',
    targetId: row.id,
    targetName: row.name,
    changes: [{ key: 'status', label: '状态', before: row.status, after: reason ? `${status} ${reason}` : status }],
  });
}

/** A price that has not begun is gone without a trace of it in sales. */
export async function withdrawPrice(ctx: Ctx, { ids, rows }: ActionInput): Answer {
  const gone = await ctx.db
    .deleteFrom('shelf_price')
    .where('id', 'in', ids)
    .where('from_at', '>', isoAt(ctx.clock.now()))
    .executeTakeFirstOrThrow();
  if (Number(gone.numDeletedRows) < ids.length) return refuse('NOT_NOW', { why: '价格已经生效，不能撤回；请另定新价' });
  for (const row of rows)
    await ctx.audit({
      action: '撤回调价',
      targetId: row.id,
      targetName: `${row.fromAt} 起 ${formatFenGrouped(row.priceFen as number)} 元`,
    });
  return null;
}

/** The label at the shelf: its barcode is the goods' own, or the number the scale knows it by. */
export async function printLabel(_ctx: Ctx, { rows }: ActionInput): Promise<Done> {
  const row = rows[0]!;
  const code = row.barcode ?? row.code;
  return {
    receipt: {
      title: String(row.goodsName),
      lines: [
        ['售价', row.priceWords ? `¥ ${row.priceWords}` : '未定价'],
        ['规格', String(row.spec ?? '—')],
        ...(row.plu ? [['PLU', String(row.plu)] as const] : []),
        ['商店', String(row.organizationName)],
      ],
      code: String(code),
    },
  };
}
