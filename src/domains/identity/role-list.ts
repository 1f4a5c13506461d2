/** The list of roles and templates, over alias `r`. */
import { sql } from 'kysely';
import type { Ctx } from '../../kit/server/context.ts';
import type { Option, OptionsInput } from '../../kit/server/page/binding.ts';
import { ownUnit } from './own-unit.ts';
import './tables.ts';
import { likePattern } from '../../kit/server/query/expression.ts';

export const roleColumns = {
  name: 'r.name',
  dataScope: 'r.data_scope',
  grants: sql`to_jsonb(r.grants)`,
  // The built-in role has everything; a number would be wrong tomorrow.
  grantCount: sql`case when not r.is_owner then cardinality(r.grants) end`,
  memberCount: sql`(select count(*)::int from employee e where e.role_ids @> array[r.id] and e.status = 'NORMAL')`,
  remark: 'r.remark',
  status: 'r.status',
  isOwner: 'r.is_owner',
  updatedAt: 'r.updated_at',
} as const;

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
