/** Server side of 类别部署点设置: one row per person type, written over whole. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { setTypeSites } from '../set-type-sites.ts';
import spec from './type-deploy-site-set.page.ts';

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
  update: (ctx, _id, values, before) => setTypeSites(ctx, [before], (values.deploySiteIds ?? []) as number[]),
  actions: {
    assign: (ctx, { rows, values }) => setTypeSites(ctx, rows, (values.deploySiteIds ?? []) as number[]),
    unlimit: (ctx, { rows }) => setTypeSites(ctx, rows, []),
  },
});
