/** The list of roles and templates, over alias `r`. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Option, OptionsInput } from '../../../kit/server/page/binding.ts';
import { ownUnit } from '../own-unit.ts';
import { livingGrants } from './living-grants.ts';
import '../tables.ts';
import { likePattern } from '../../../kit/server/query/expression.ts';

/** What is no plain column of `role`. */
export const roleColumns = {
  grants: sql`to_jsonb(r.grants)`,
  grantCount: null,
  memberCount: sql`(select /* wall: of the role of the row */ count(*)::int from employee e where e.role_ids @> array[r.id] and e.status = 'NORMAL')`,
} as const;

/** A row as the pages of today see it. */
export function roleOfToday(row: Record<string, unknown>, ctx: Ctx) {
  const grants = livingGrants(ctx.services.registry, row.grants as string[]);
  // The built-in role has everything; a number would be wrong tomorrow.
  return { grants, grantCount: row.isOwner ? null : grants.length };
}

/** The unit's own roles: for the area pages and for every field that picks a role. */
export async function roleOptions(ctx: Ctx, { keyword, ids, size }: OptionsInput): Promise<Option[]> {
  const unit = ownUnit(ctx);
  let query = ctx.db
    .selectFrom('role')
    .select(['id', 'name', 'remark as hint', 'status', 'is_owner'])
    .where('unit_type', '=', unit.type)
    .where('unit_id', '=', unit.id);
  if (ids) query = query.where('id', 'in', ids.length > 0 ? ids : [0]);
  else {
    query = query.where('status', '=', 'NORMAL').limit(size);
    if (keyword) query = query.where('name', 'ilike', likePattern(keyword));
  }
  const rows = await query.orderBy('is_owner', 'desc').orderBy('name').execute();
  return rows.map(({ id, name, hint, status }) => ({
    id,
    name,
    hint,
    ...(status === 'DISABLED' ? { disabled: true } : {}),
  }));
}
