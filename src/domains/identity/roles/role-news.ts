/**
 * What came later: pages and buttons that the template of a role has by now, or the ready-made role behind a template,
 * and that were never offered to it. They join at a word of who may grant them, never by themselves.
 */
import { sql } from 'kysely';
import type { Notice } from '../../../kit/define/page.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { ownUnit } from '../own-unit.ts';
import type { RoleRow } from '../tables.ts';
import { livingGrants } from './living-grants.ts';
import { grantsOf } from './ready-grants.ts';
import { readyRoles } from './ready-roles.ts';
import { beyond, grantChanges, grantWords, roleRow } from './role-commands.ts';

type Offered = Pick<RoleRow, 'name' | 'unit_type' | 'is_template' | 'grants' | 'offered_grants'>;

/** The grants of a role's template, as a column over alias `r`; null where there is none in force. */
export const templateGrants = sql<string[] | null>`(select /* wall: a template belongs to no unit */ t.grants
  from role t where t.id = r.template_id and t.is_template and t.status = 'NORMAL')`;

/** Grants on offer to the role, as far as the session has them itself. `source`: its template's. */
export function newsOf(ctx: Ctx, role: Offered, source: readonly string[] | null): string[] {
  const { registry } = ctx.services;
  const ready = role.is_template
    ? readyRoles.find((one) => one.unitType === role.unit_type && one.name === role.name)
    : undefined;
  const from = ready ? grantsOf(registry, ready) : livingGrants(registry, source ?? []);
  const known = new Set([...role.offered_grants, ...role.grants]);
  const own = ctx.session.grants;
  const mine = (grant: string) => own === 'ALL' || own.has(grant);
  return from.filter((grant) => !known.has(grant) && mine(grant) && mine(`${grant.split('#')[0]}#query`));
}

/** The news in the list: new pages, or new buttons of pages the role has. */
export function newsWords(role: Pick<Offered, 'grants'>, news: readonly string[]): string | null {
  if (news.length === 0) return null;
  const had = new Set(role.grants.map((grant) => grant.split('#')[0]));
  return news.some((grant) => !had.has(grant.split('#')[0])) ? '有新页面可加入' : '有新操作可加入';
}

/** Above the unit's list: which of its roles have something on offer. */
export async function newsNotice(ctx: Ctx): Promise<Notice | null> {
  const unit = ownUnit(ctx);
  const roles = await ctx.db
    .selectFrom('role as r')
    .select(['r.name', 'r.unit_type', 'r.is_template', 'r.grants', 'r.offered_grants', templateGrants.as('source')])
    .where('r.unit_type', '=', unit.type)
    .where('r.unit_id', '=', unit.id)
    .where('r.template_id', 'is not', null)
    .orderBy('r.name')
    .execute();
  const names = roles.filter((role) => newsOf(ctx, role, role.source).length > 0).map(({ name }) => `「${name}」`);
  if (names.length === 0) return null;
  return { tone: 'info', text: `${names.join('、')}有新页面可加入，由您决定；不加入则各角色的权限不变` };
}

async function roleWithNews(ctx: Ctx, id: number): Promise<{ role: RoleRow; news: string[] }> {
  const role = await roleRow(ctx, id);
  const source = await ctx.db
    .selectFrom('role as r')
    .select(templateGrants.as('grants'))
    .where('r.id', '=', id)
    .executeTakeFirst();
  return { role, news: newsOf(ctx, role, source?.grants ?? null) };
}

/** What joins: page by page with its buttons. */
export async function newsOutcome(ctx: Ctx, { rows }: ActionInput) {
  const { news } = await roleWithNews(ctx, rows[0]!.id);
  return { lines: grantWords(ctx.services.registry, news), amount: `${news.length} 项` };
}

/** Takes what is on offer into the role, or lays it aside; either way it is not offered again. */
export const answerNews =
  (join: boolean) =>
  async (ctx: Ctx, { rows }: ActionInput) => {
    for (const row of rows) {
      const { role, news } = await roleWithNews(ctx, row.id);
      const no = beyond(ctx, role);
      if (no) return no;
      if (news.length === 0) return refuse('NO_NEWS', { name: role.name });
      const queries = news.map((grant) => `${grant.split('#')[0]}#query`);
      const grants = join ? [...new Set([...role.grants, ...queries, ...news])].sort() : role.grants;
      await ctx.db
        .updateTable('role')
        .set((eb) => ({
          grants,
          offered_grants: [...new Set([...role.offered_grants, ...news])].sort(),
          updated_at: isoAt(ctx.clock.now()),
          version: eb('version', '+', 1),
        }))
        .where('id', '=', role.id)
        .execute();
      await ctx.audit({
        action: join ? '加入新页面' : '不加入新页面',
        targetId: role.id,
        targetName: role.name,
        changes: join ? grantChanges(ctx, role.grants, grants) : [],
      });
    }
    ctx.services.sessionCache.forget();
    return null;
  };
