/** A sheet of many goods: what of it is known already or wrong, beside each row; handed in, new ones become goods. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done, RowValues } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { barcodeFault } from '../../stock/public.ts';
import { marketRefusals } from '../refusals.ts';
import type { BaseGoodSheetRow } from '../tables.ts';
import { ownerOf, saveCodes } from './base-codes.ts';

export interface SheetLine {
  barcode: string;
  name: string;
  category: string;
  brand: string | null;
  spec: string | null;
  guideFen: number | null;
  shelfDays: number | null;
  twice: 'SKIP' | 'CHANGE' | null;
}

export interface JudgedLine extends SheetLine {
  there: string | null;
  thereId: number | null;
  fault: string | null;
}

/** Every row beside the good that has its barcode, and with what is wrong about it. */
export async function judge(ctx: Ctx, rows: readonly SheetLine[]): Promise<JudgedLine[]> {
  const known = new Map(
    (
      await ownerOf(
        ctx,
        rows.map(({ barcode }) => barcode),
      )
    ).map((one) => [one.code, one]),
  );
  return rows.map((row) => {
    const one = known.get(row.barcode);
    const guideFen = one?.guide_fen ?? null;
    const price = guideFen === null ? null : `${formatFenGrouped(guideFen)} 元`;
    return {
      ...row,
      there: one ? [one.name, one.brand, one.spec, price].filter(Boolean).join(' · ') : null,
      thereId: one?.id ?? null,
      fault: barcodeFault(row.barcode) ?? null,
    };
  });
}

const kept = ({ barcode, name, category, brand, spec, guideFen, shelfDays, twice }: SheetLine): SheetLine => ({
  barcode,
  name,
  category,
  brand,
  spec,
  guideFen,
  shelfDays,
  twice,
});

/** Kept as far as it is filled in; nothing becomes a good before it is handed in. */
export async function saveSheet(
  ctx: Ctx,
  values: { name: string; catalogId: number; rows: readonly SheetLine[] },
  before: RowValues | null,
): Promise<{ id: number } | Refusal> {
  if (before && before.status !== 'DRAFT') return refuse('NOT_NOW', { why: `${before.sheetNo} 已入库，不能修改` });
  const at = isoAt(ctx.clock.now());
  const rows = values.rows.map(kept);
  const written = {
    name: values.name,
    catalog_id: values.catalogId,
    rows: JSON.stringify(rows),
    row_count: rows.length,
  };
  if (before) {
    await ctx.db
      .updateTable('base_good_sheet')
      .set((eb) => ({ ...written, updated_at: at, version: eb('version', '+', 1) }))
      .where('id', '=', before.id)
      .execute();
    await ctx.audit({ action: '编辑', targetId: before.id, targetName: String(before.sheetNo) });
    return { id: before.id };
  }
  const id = await ctx.ids.next();
  await ctx.db
    .insertInto('base_good_sheet')
    .values({
      id,
      sheet_no: `PL${id}`,
      ...written,
      maker_name: ctx.session.name,
      status: 'DRAFT',
      created_at: at,
      created_by: ctx.session.accountId,
      updated_at: at,
    } as never)
    .execute();
  await ctx.audit({ action: '新增', targetId: id, targetName: values.name });
  return { id };
}

export const rowsOf = (sheet: Pick<BaseGoodSheetRow, 'rows'>): SheetLine[] => sheet.rows as SheetLine[];

/** All of it or, where a row is wrong, nothing: the row is named. */
export async function submitSheet(ctx: Ctx, { ids }: ActionInput): Promise<Done | Refusal> {
  const sheet = await ctx.db
    .selectFrom('base_good_sheet')
    .selectAll()
    .where('id', '=', ids[0] ?? 0)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (sheet.status !== 'DRAFT') return refuse('NOT_NOW', { why: `${sheet.sheet_no} 已入库` });
  const judged = await judge(ctx, rowsOf(sheet));
  const wrong = judged.findIndex(({ fault }) => fault !== null);
  if (wrong >= 0)
    return refuse(marketRefusals.SHEET_ROW, {
      row: wrong + 1,
      name: judged[wrong]!.name,
      why: `条码 ${judged[wrong]!.barcode} ${judged[wrong]!.fault}`,
    });
  const at = isoAt(ctx.clock.now());
  const told = { made: 0, changed: 0, skipped: 0 };
  for (const line of judged) {
    const values = {
      name: line.name,
      category: line.category,
      brand: line.brand,
      spec: line.spec,
      guide_fen: line.guideFen,
      shelf_days: line.shelfDays,
      updated_at: at,
    };
    if (line.thereId !== null && line.twice !== 'CHANGE') told.skipped += 1;
    else if (line.thereId !== null) {
      await ctx.db
        .updateTable('base_good')
        .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
        .where('id', '=', line.thereId!)
        .execute();
      told.changed += 1;
    } else {
      const id = await ctx.ids.next();
      await ctx.db
        .insertInto('base_good')
        .values({
          id,
          catalog_id: sheet.catalog_id,
          ...values,
          base_unit: 'PIECE',
          stored: 'DRY',
          image: null,
          merged_into_id: null,
          status: 'NORMAL',
          created_at: at,
          created_by: ctx.session.accountId,
          version: 1,
        })
        .execute();
      const no = await saveCodes(ctx, id, [{ code: line.barcode, packName: null }]);
      if (no) return no;
      told.made += 1;
    }
  }
  await ctx.db
    .updateTable('base_good_sheet')
    .set((eb) => ({
      status: 'DONE',
      made_count: told.made,
      changed_count: told.changed,
      skipped_count: told.skipped,
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', sheet.id)
    .execute();
  await ctx.audit({
    action: '入库',
    targetId: sheet.id,
    targetName: `${sheet.sheet_no} 新增 ${told.made}、更新 ${told.changed}、跳过 ${told.skipped}`,
  });
  return null;
}
