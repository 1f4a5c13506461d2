/** Where people of a type may eat: the list of deploy sites of a type, written over whole; none means everywhere. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { RowValues } from '../../../kit/server/page/binding.ts';
import { acting } from '../acting.ts';
import { lockPeople } from '../cards/card-list.ts';
import { settleFaces } from '../faces/face-reach.ts';

/** Sets the sites of the types in `rows` (as 类别部署点设置 lists them) and sends faces where they now belong. */
export async function setTypeSites(ctx: Ctx, rows: readonly RowValues[], siteIds: readonly number[]): Promise<null> {
  const sites = await ctx.db
    .selectFrom('deploy_site')
    .select('name')
    .where('id', 'in', siteIds.length > 0 ? [...siteIds] : [0])
    .orderBy('id')
    .execute();
  const after = sites.map((site) => site.name).join('、') || '不限';
  for (const row of rows) {
    await sql`insert into person_type_site (organization_id, type_id, deploy_site_ids, updated_at, updated_by)
      values (${ownOrganization(ctx)}, ${row.id}, ${[...siteIds]}::bigint[], ${isoAt(ctx.clock.now())}, ${ctx.session.accountId})
      on conflict (organization_id, type_id) do update set deploy_site_ids = excluded.deploy_site_ids,
        updated_at = excluded.updated_at, updated_by = excluded.updated_by,
        version = person_type_site.version + 1`.execute(ctx.db);
    const before = ((row.deploySiteNames ?? []) as string[]).join('、') || '不限';
    await ctx.audit({
      action: '设置部署点',
      targetId: row.id,
      targetName: String(row.typeName),
      changes: [{ key: 'deploySiteIds', label: '可用部署点', before, after }],
    });
  }
  await lockPeople(sqlOf(ctx.db), ownOrganization(ctx));
  await settleFaces(sqlOf(ctx.db), acting(ctx), { typeIds: rows.map((row) => row.id) }, ctx.session.name);
  return null;
}
