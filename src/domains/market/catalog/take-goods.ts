/** Library goods taken into a caterer's own: copied once, changed later only part by part and when the caterer wants it. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { changeGoods, copyGoods, type GoodsValues } from '../../stock/public.server.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { shelve } from '../shelf/shelve.ts';
import { type CopiedPart, copiedParts } from './copied-parts.ts';

type Answer = Promise<Done | Refusal>;

interface Library {
  id: number;
  name: string;
  spec: string | null;
  barcode: string | null;
  image: string | null;
  shelfDays: number | null;
  category: string;
  baseUnit: 'G' | 'ML' | 'PIECE';
  stored: 'DRY' | 'CHILLED' | 'FROZEN';
  guideFen: number | null;
}

const library = async (ctx: Ctx, ids: readonly number[]): Promise<Library[]> =>
  (
    await sql<Library>`select b.id, b.name, b.spec, b.image, b.category, b.stored, b.shelf_days as "shelfDays",
      b.base_unit as "baseUnit", b.guide_fen as "guideFen",
      (select c.code from base_good_code c where c.base_good_id = b.id order by c.nth, c.code limit 1) as barcode
    from base_good b where b.id = any(${ids}::bigint[]) and b.merged_into_id is null order by b.id`.execute(ctx.db)
  ).rows;

/** Degrees at which chilled and frozen goods are accepted, until the caterer says otherwise. */
const coldest = { CHILLED: 8, FROZEN: -12 } as const;

export async function joinGoods(ctx: Ctx, { ids, values }: ActionInput): Answer {
  const at = isoAt(ctx.clock.now());
  for (const base of await library(ctx, ids)) {
    const copied = await copyGoods(ctx, base.id, {
      name: base.name,
      category: base.category as GoodsValues['category'],
      spec: base.spec,
      barcode: base.barcode,
      image: base.image,
      baseUnit: base.baseUnit,
      tracked: true,
      stored: base.stored,
      maxTemp: base.stored === 'DRY' ? null : coldest[base.stored],
      shelfDays: base.shelfDays,
      supply: 'CENTRAL',
    });
    if (isRefusal(copied)) return copied;
    const { name, spec, image, barcode } = base;
    const parts = { name, spec, image, barcode, shelf_days: base.shelfDays, taken_at: at };
    await ctx.db
      .insertInto('goods_copy')
      .values({ contractor_id: ownContractor(ctx), goods_id: copied.id, base_good_id: base.id, ...parts })
      .onConflict((conflict) =>
        conflict.columns(['contractor_id', 'goods_id']).doUpdateSet({ base_good_id: base.id, ...parts }),
      )
      .execute();
    for (const organizationId of (values.organizationIds as number[] | null) ?? []) {
      const made = await shelve(ctx, {
        organizationId,
        goodsId: copied.id,
        priceFen: values.guided === false ? null : base.guideFen,
      });
      if (isRefusal(made) && !(copied.found && made.code === 'SHELF_TWICE')) return made;
    }
    await ctx.audit({ action: '加入本店', targetId: base.id, targetName: base.name });
  }
  return null;
}

const column = (part: CopiedPart) => (part === 'shelfDays' ? 'shelf_days' : part);

/** Goes over the copies of these goods; `apply` says whether the caterer's own goods follow. */
async function settle(ctx: Ctx, input: ActionInput, parts: readonly CopiedPart[], apply: boolean): Answer {
  const bases = new Map((await library(ctx, input.ids)).map((base) => [base.id, base]));
  for (const row of input.rows) {
    const base = bases.get(row.id);
    const goodsId = row.goodsId as number | null;
    if (!base || goodsId === null) continue;
    const copy = await ctx.db
      .selectFrom('goods_copy')
      .selectAll()
      .where('goods_id', '=', goodsId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const changed = parts.filter((part) => copy[column(part)] !== base[part]);
    if (changed.length === 0) continue;
    const values = Object.fromEntries(changed.map((part) => [part, base[part]]));
    const no = apply ? await changeGoods(ctx, goodsId, values) : undefined;
    if (no) return no;
    await ctx.db
      .updateTable('goods_copy')
      .set({
        ...Object.fromEntries(changed.map((part) => [column(part), base[part]])),
        taken_at: isoAt(ctx.clock.now()),
      })
      .where('goods_id', '=', goodsId)
      .execute();
    const words = copiedParts.filter(({ value }) => changed.includes(value)).map(({ label }) => label);
    await ctx.audit({
      action: apply ? '采用更新' : '保持不变',
      targetId: base.id,
      targetName: `${base.name}：${words.join('、')}`,
    });
  }
  return null;
}

const everyPart = copiedParts.map(({ value }) => value);

export const acceptChanges = (ctx: Ctx, input: ActionInput): Answer => {
  const chosen = (input.values.parts as CopiedPart[] | null) ?? [];
  return settle(ctx, input, chosen.length > 0 ? chosen : everyPart, true);
};

export const keepOwn = (ctx: Ctx, input: ActionInput): Answer => settle(ctx, input, everyPart, false);
