/** The list of roles and templates, over alias `r`. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Option, OptionsInput } from '../../../kit/server/page/binding.ts';
import { ownUnit } from '../own-unit.ts';
import { livingGrants } from './living-grants.ts';
import '../tables.ts';
import { likePattern } from '../../../kit/server/query/expression.ts';
import type { RoleRow } from '../tables.ts';
import { newsOf, newsWords, templateGrants } from './role-news.ts';

/** What is no plain column of `role`. */
export const roleColumns = {
  grants: sql`to_jsonb(r.grants)`,
  grantCount: null,
  // Taken apart in `roleOfToday`.
  news: sql`jsonb_build_object('offered', r.offered_grants, 'template', r.is_template, 'unitType', r.unit_type,
    'source', ${templateGrants})`,
  memberCount: sql`(select /* wall: of the role of the row */ count(*)::int from employee e where e.role_ids @> array[r.id] and e.status = 'NORMAL')`,
} as const;

interface Offer {
  offered: string[];
  template: boolean;
  unitType: RoleRow['unit_type'];
  source: string[] | null;
}

/** A row as the pages of today see it; a record is passed here twice, the second time with its news in words. */
export function roleOfToday(row: Record<string, unknown>, ctx: Ctx) {
  const grants = livingGrants(ctx.services.registry, row.grants as string[]);
  // The built-in role has everything; a number would be wrong tomorrow.
  const plain = { grants, grantCount: row.isOwner ? null : grants.length };
  if (typeof row.news !== 'object' || row.news === null) return plain;
  const { offered, template, unitType, source } = row.news as Offer;
  const role = {
    name: row.name as string,
    unit_type: unitType,
    is_template: template,
    grants,
    offered_grants: offered,
  };
  return { ...plain, news: newsWords(role, newsOf(ctx, role, source)) };
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
