/** Server side of 类别部署点设置: one row per person type, written over whole. */
import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind, type RowValues } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { acting } from '../../acting.ts';
import { lockPeople } from '../../cards/card-list.ts';
import { settleFaces } from '../../faces/face-reach.ts';
import spec from './type-deploy-site-set.page.ts';

async function assign(ctx: Ctx, rows: readonly RowValues[], siteIds: readonly number[]): Promise<null> {
  const names = await ctx.db
    .selectFrom('deploy_site')
    .select('name')
    .where('id', 'in', siteIds.length > 0 ? [...siteIds] : [0])
    .orderBy('id')
    .execute();
  for (const row of rows) {
    await sql`insert into person_type_site (organization_id, type_id, deploy_site_ids, updated_at, updated_by)
      values (${ownOrganization(ctx)}, ${row.id}, ${[...siteIds]}::bigint[], ${isoAt(ctx.clock.now())}, ${ctx.session.accountId})
      on conflict (organization_id, type_id) do update set deploy_site_ids = excluded.deploy_site_ids,
        updated_at = excluded.updated_at, updated_by = excluded.updated_by,
        version = person_type_site.version + 1`.execute(ctx.db);
    const before = (row.deploySiteNames ?? []) as string[];
    await ctx.audit({
      action: '设置部署点',
      targetId: row.id,
      targetName: String(row.typeName),
      changes: [
        {
          key: 'deploySiteIds',
          label: '可用部署点',
          before: before.join('、') || '不限',
          after: names.map((n) => n.name).join('、') || '不限',
        },
      ],
    });
  }
  await lockPeople(sqlOf(ctx.db), ownOrganization(ctx));
  await settleFaces(sqlOf(ctx.db), acting(ctx), { typeIds: rows.map((row) => row.id) }, ctx.session.name);
  return null;
}

export default bind(spec, {
  list: over(
    spec,
    'person_type as t',
    {
      version: sql`coalesce(s.version, 0)`,
      columns: {
        typeId: 't.id',
        peopleCount: sql`(select count(*)::int from person p
        where p.organization_id = t.organization_id and p.type_id = t.id and p.status <> 'CLOSED')`,
        deploySiteIds: sql`coalesce(s.deploy_site_ids, '{}')`,
        siteCount: sql`coalesce(nullif(cardinality(s.deploy_site_ids), 0), (select count(*)::int from deploy_site d
        where d.organization_id = t.organization_id and d.status = 'NORMAL'))`,
        ruleCount: sql`(select count(*)::int from fixed_value_rule f
        where f.organization_id = t.organization_id and f.type_id = t.id and f.status = 'NORMAL')`,
      },
      names: {
        typeId: 't.name',
        deploySiteIds: sql`array(select d.name from deploy_site d
        where d.organization_id = t.organization_id and d.id = any(s.deploy_site_ids) order by d.id)`,
      },
      where: {
        // A type without a limit may use the site as well.
        deploySiteIds: (value) => {
          const ids = (Array.isArray(value) ? value : [value]).filter((v) => typeof v === 'number');
          return sql`(s.deploy_site_ids is null or cardinality(s.deploy_site_ids) = 0 or s.deploy_site_ids && ${ids}::bigint[])`;
        },
      },
    },
    (from) =>
      from
        .leftJoin('person_type_site as s', (on) =>
          on.onRef('s.organization_id', '=', 't.organization_id').onRef('s.type_id', '=', 't.id'),
        )
        .where('t.status', '=', 'NORMAL'),
  ),
  update: (ctx, _id, values, before) => assign(ctx, [before], (values.deploySiteIds ?? []) as number[]),
  actions: {
    assign: (ctx, { rows, values }) => assign(ctx, rows, (values.deploySiteIds ?? []) as number[]),
    unlimit: (ctx, { rows }) => assign(ctx, rows, []),
  },
});
