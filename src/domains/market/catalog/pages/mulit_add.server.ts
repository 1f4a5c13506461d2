import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal, refuse } from '../../../../kit/server/refusal.ts';
import '../../entities.ts';
import '../../tables.ts';
import { judge, rowsOf, type SheetLine, saveSheet, submitSheet } from '../add-sheet.ts';
import spec from './mulit_add.page.ts';

const lines = sql`from jsonb_array_elements(s.rows) as r (line) where s.status = 'DRAFT'`;

type Sheet = { name: string; catalogId: number; rows: SheetLine[] };

export default bind(spec, {
  list: over(spec, 'base_good_sheet as s', {
    version: true,
    columns: {
      twiceCount: sql`(select count(*)::int ${lines} and exists (select 1 from base_good_code c where c.code = r.line ->> 'barcode'))`,
      faultCount: sql`(select count(*)::int ${lines} and (r.line ->> 'barcode' !~ '^[0-9]+$'
        or length(r.line ->> 'barcode') not in (8, 12, 13, 14)))`,
    },
  }),
  get: async (ctx, id) => {
    const sheet = await ctx.db.selectFrom('base_good_sheet').selectAll().where('id', '=', id).executeTakeFirst();
    if (!sheet) return refuse('NOT_FOUND');
    return {
      id,
      name: sheet.name,
      catalogId: sheet.catalog_id,
      rows: await judge(ctx, rowsOf(sheet)),
      version: sheet.version,
    };
  },
  create: (ctx, values) => saveSheet(ctx, values as Sheet, null),
  update: async (ctx, _id, values, before) => {
    const sheet = await ctx.db
      .selectFrom('base_good_sheet')
      .selectAll()
      .where('id', '=', before.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const whole = { name: sheet.name, catalogId: sheet.catalog_id, rows: rowsOf(sheet), ...values } as Sheet;
    const saved = await saveSheet(ctx, whole, before);
    return isRefusal(saved) ? saved : null;
  },
  remove: async (ctx, id, before) =>
    before.status === 'DRAFT'
      ? tableCrud(spec, { table: 'base_good_sheet', owner: () => ({}) }).remove(ctx, id, before)
      : refuse('NOT_NOW', { why: `${before.sheetNo} 已入库，不能删除` }),
  actions: { submit: submitSheet },
});
