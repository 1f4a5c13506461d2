/** Import of 订餐地址: a name stands once in its area. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { Binding, ImportRow } from '../../../kit/server/page/binding.ts';
import type spec from './pages/order-address.page.ts';

async function areasByName(ctx: Ctx, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await ctx.db
    .selectFrom('order_area')
    .select(['id', 'name'])
    .where(sql<boolean>`name = any(${names}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}

/** Names already there, by area and name. */
async function known(ctx: Ctx, rows: readonly ImportRow[]): Promise<Set<string>> {
  const found = await ctx.db
    .selectFrom('order_address')
    .select(['area_id', 'name'])
    .where(sql<boolean>`name = any(${rows.map((row) => String(row.values.name))}::text[])`)
    .execute();
  return new Set(found.map((row) => `${row.area_id}/${row.name}`));
}

export const addressImport = {
  resolve: (ctx, _field, names) => areasByName(ctx, names),
  check: async (ctx, rows) => {
    const there = await known(ctx, rows);
    const seen = new Set<string>();
    const errors = new Map<number, Record<string, string>>();
    for (const { rowNo, values } of rows) {
      const key = `${values.areaId}/${values.name}`;
      if (there.has(key) || seen.has(key)) errors.set(rowNo, { name: '同一区域内名称重复' });
      seen.add(key);
    }
    return errors;
  },
  commit: async (ctx, rows) => {
    const there = await known(ctx, rows);
    const refused = new Map<number, string>();
    const at = isoAt(ctx.clock.now());
    const ids = await ctx.ids.take(rows.length);
    const added = rows.filter(({ rowNo, values }) => {
      const key = `${values.areaId}/${values.name}`;
      if (there.has(key)) refused.set(rowNo, '同一区域内名称重复');
      const fresh = !there.has(key);
      there.add(key);
      return fresh;
    });
    if (added.length > 0)
      await ctx.db
        .insertInto('order_address')
        .values(
          added.map(({ values }, i) => ({
            organization_id: ownOrganization(ctx),
            id: ids[i]!,
            area_id: values.areaId as number,
            name: String(values.name),
            building: String(values.building ?? ''),
            floor: String(values.floor ?? ''),
            room: String(values.room ?? ''),
            sort: 0,
            status: 'NORMAL' as const,
            created_at: at,
            created_by: ctx.session.accountId,
            updated_at: at,
            version: 1,
          })),
        )
        .execute();
    return refused;
  },
} satisfies Binding<typeof spec.fields>['importRows'];
