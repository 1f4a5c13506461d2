/** New regions and new names. The code is the id, and says where in the tree a region stands. */
import { sql } from 'kysely';
import type { Fields } from '../../../kit/define/field.ts';
import { changesOf } from '../../../kit/server/audit/entry.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { RowValues } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import '../refusals.ts';

/** Digits of a code by level, index 0 for the country. */
const lengths = [0, 2, 4, 6, 9] as const;

interface RegionValues {
  parentId?: number | null;
  code?: string | null;
  name?: string | null;
  lng?: string | null;
  lat?: string | null;
  sort?: number | null;
}

const misplaced = (detail: string) => refuse('REGION_LEVEL', { detail }, { code: detail });

/** Adds a region below `parentId` (none: a province). Refused when the code does not continue the parent's. */
export async function createRegion(ctx: Ctx, fields: Fields, values: RegionValues): Promise<{ id: number } | Refusal> {
  const code = values.code!;
  const parent = values.parentId
    ? await ctx.db
        .selectFrom('region')
        .select(['code', 'level', 'full_name'])
        .where('id', '=', values.parentId)
        .executeTakeFirstOrThrow()
    : { code: '', level: 0, full_name: '' };
  if (parent.level === 4) return misplaced('街道没有下级');
  const length = lengths[parent.level + 1]!;
  if (code.length !== length || !code.startsWith(parent.code))
    return misplaced(`区划码应为 ${length} 位${parent.code ? `，以 ${parent.code} 开头` : ''}`);
  const at = isoAt(ctx.clock.now());
  const id = Number(code);
  const made = await ctx.db
    .insertInto('region')
    .values({
      id,
      code,
      parent_id: values.parentId ?? null,
      level: parent.level + 1,
      name: values.name!,
      full_name: parent.full_name + values.name!,
      lng: values.lng ?? null,
      lat: values.lat ?? null,
      sort: values.sort ?? 0,
      status: 'NORMAL',
      created_at: at,
      created_by: ctx.session.accountId,
      updated_at: at,
      version: 1,
    })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows !== 1n)
    return refuse('DUPLICATE', { label: '区划码', value: code }, { code: '区划码已存在' });
  await ctx.audit({
    action: '新增',
    targetId: id,
    targetName: values.name!,
    changes: changesOf(fields, null, { ...values }),
  });
  return { id };
}

/** Changes name, position and order; a new name goes into the full names of everything below. */
export async function updateRegion(
  ctx: Ctx,
  fields: Fields,
  id: number,
  values: RegionValues,
  before: RowValues,
): Promise<null | Refusal> {
  const done = await ctx.db
    .updateTable('region')
    .set({
      ...(values.name ? { name: values.name } : {}),
      ...(values.lng !== undefined ? { lng: values.lng } : {}),
      ...(values.lat !== undefined ? { lat: values.lat } : {}),
      ...(values.sort !== undefined ? { sort: values.sort ?? 0 } : {}),
      updated_at: isoAt(ctx.clock.now()),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('version', '=', before.version as number)
    .executeTakeFirst();
  if (done.numUpdatedRows !== 1n) return refuse('STALE');
  if (values.name && values.name !== before.name) {
    const old = String(before.fullName);
    const full = old.endsWith(String(before.name))
      ? old.slice(0, old.length - String(before.name).length) + values.name
      : old + values.name;
    await sql`update region set full_name = ${full} || substr(full_name, ${[...old].length + 1}::int)
      where code like ${`${before.code}%`} and starts_with(full_name, ${old})`.execute(ctx.db);
  }
  await ctx.audit({
    action: '编辑',
    targetId: id,
    targetName: String(before.name),
    changes: changesOf(fields, before, { ...values }),
  });
  return null;
}
