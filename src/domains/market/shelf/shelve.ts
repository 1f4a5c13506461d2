/** Goods on the shelf of a shop: by what unit, under which codes. */
import { labelIn } from '../../../kit/define/states.ts';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { barcodeFault, baseUnits } from '../../stock/public.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { marketRefusals } from '../refusals.ts';
import type { ShelfRow } from '../tables.ts';
import { setPrice } from './set-price.ts';

export interface ShelfValues {
  organizationId: number;
  goodsId: number;
  unitId?: number | null;
  byWeight?: boolean | null;
  plu?: number | null;
  packCodes?: string | null;
  limitQty?: number | null;
  alertQty?: number | null;
  sort?: number | null;
  /** None yet: it gets its price later and cannot be put on. */
  priceFen?: number | null;
}

/** Codes as they were typed, with whatever stands between them. */
export const codesIn = (text: string | null | undefined): string[] => [
  ...new Set((text ?? '').split(/[\s,，、;；]+/).filter((code) => code !== '')),
];

/** The codes of its packs, beside the one of the goods. */
export async function setPackCodes(ctx: Ctx, id: number, codes: readonly string[]): Promise<void> {
  await ctx.db
    .updateTable('shop_shelf')
    .set({ barcodes: [...codes] })
    .where('id', '=', id)
    .execute();
}

/** Codes that are none, or another's; the number of the scale, if it is taken. */
export async function refuseCodes(
  ctx: Ctx,
  at: { organizationId: number; goodsId: number },
  { plu, codes }: { plu: number | null | undefined; codes: readonly string[] },
): Promise<Refusal | undefined> {
  for (const code of codes) {
    const why = barcodeFault(code);
    if (why) return refuse(marketRefusals.SHELF_CODE, { code, why }, { packCodes: `${code} ${why}` });
  }
  if (codes.length > 0) {
    const taken = await ctx.db
      .selectFrom('goods as g')
      .leftJoin('shop_shelf as s', (on) =>
        on.onRef('s.contractor_id', '=', 'g.contractor_id').onRef('s.goods_id', '=', 'g.id'),
      )
      .select(['g.name', 'g.barcode', 's.barcodes'])
      .where('g.id', '<>', at.goodsId)
      .where((eb) => eb.or([eb('g.barcode', 'in', [...codes]), eb('s.barcodes', '&&', eb.val([...codes]) as never)]))
      .orderBy('g.id')
      .executeTakeFirst();
    if (taken) {
      const code = codes.find((one) => one === taken.barcode || taken.barcodes?.includes(one)) ?? codes[0]!;
      const why = `已是「${taken.name}」的`;
      return refuse(marketRefusals.SHELF_CODE, { code, why }, { packCodes: why });
    }
  }
  if (plu === null || plu === undefined) return undefined;
  const other = await ctx.db
    .selectFrom('shop_shelf as s')
    .innerJoin('goods as g', (on) =>
      on.onRef('g.contractor_id', '=', 's.contractor_id').onRef('g.id', '=', 's.goods_id'),
    )
    .select('g.name')
    .where('s.organization_id', '=', at.organizationId)
    .where('s.plu', '=', plu)
    .where('s.goods_id', '<>', at.goodsId)
    .executeTakeFirst();
  return other && refuse(marketRefusals.PLU_TAKEN, { plu, goods: other.name }, { plu: `已是「${other.name}」的` });
}

/** Gives goods a place in a shop, off the shelf until somebody puts them on. */
export async function shelve(ctx: Ctx, values: ShelfValues): Promise<{ id: number } | Refusal> {
  const goods = await ctx.db.selectFrom('goods').selectAll().where('id', '=', values.goodsId).executeTakeFirst();
  if (!goods) return refuse('NOT_FOUND');
  const site = await ctx.db
    .selectFrom('organization as o')
    .leftJoin('shop as s', (on) =>
      on.onRef('s.organization_id', '=', 'o.id').on('s.contractor_id', '=', ownContractor(ctx)),
    )
    .select(['o.name', 's.id as shop'])
    .where('o.id', '=', values.organizationId)
    .executeTakeFirst();
  if (!site?.shop)
    return refuse(marketRefusals.SHOP_NONE, { site: site?.name ?? '' }, { organizationId: '还没有开店' });
  const unit = values.unitId
    ? await ctx.db.selectFrom('goods_unit').selectAll().where('id', '=', values.unitId).executeTakeFirst()
    : null;
  if (unit === undefined || (unit && (unit.goods_id !== goods.id || !unit.for_sale)))
    return refuse(marketRefusals.SHELF_UNIT, { goods: goods.name }, { unitId: '不是售卖单位' });
  if (values.byWeight && goods.base_unit !== 'G')
    return refuse(marketRefusals.SHELF_WEIGHT, { goods: goods.name }, { byWeight: '不按克记账' });
  const codes = codesIn(values.packCodes);
  const no = await refuseCodes(ctx, values, { plu: values.plu, codes });
  if (no) return no;
  const at = isoAt(ctx.clock.now());
  const row: ShelfRow = {
    contractor_id: ownContractor(ctx),
    id: await ctx.ids.next(),
    organization_id: values.organizationId,
    goods_id: goods.id,
    unit_id: unit?.id ?? null,
    unit_name: unit?.name ?? labelIn(baseUnits, goods.base_unit),
    unit_size: unit?.size ?? 1,
    by_weight: values.byWeight ?? false,
    plu: values.plu ?? null,
    barcodes: codes,
    limit_qty: values.limitQty ?? null,
    alert_qty: values.alertQty ?? null,
    sort: values.sort ?? 0,
    status: 'OFF',
    off_reason: '',
    created_at: at,
    created_by: ctx.session.accountId,
    updated_at: at,
    version: 1,
  };
  const { numInsertedOrUpdatedRows: written } = await ctx.db
    .insertInto('shop_shelf')
    .values(row)
    .onConflict((conflict) => conflict.constraint('shop_shelf_goods').doNothing())
    .executeTakeFirstOrThrow();
  if (!written)
    return refuse(marketRefusals.SHELF_TWICE, { goods: goods.name, site: site.name }, { goodsId: '已在货架上' });
  if (unit) await ctx.db.updateTable('goods_unit').set({ used: true }).where('id', '=', unit.id).execute();
  if (values.priceFen !== null && values.priceFen !== undefined) {
    const today = dateAt(ctx.clock.now());
    const refused = await setPrice(ctx, row, goods.name, { priceFen: values.priceFen, fromDate: today });
    if (refused) return refused;
  }
  await ctx.audit({ action: '新增', targetId: row.id, targetName: `${goods.name} ${site.name}` });
  return { id: row.id };
}
