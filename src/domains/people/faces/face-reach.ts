/** Faces belong on the terminals of the sites their person's type may use, and on no others. */

import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Acting } from '../acting.ts';
import { pushItems } from '../pushes/push-items.ts';

/** May a terminal of this site hold the faces of a type? A limited type is held by no terminal without a site. */
export type FaceReach = (typeId: number, siteId: number | null) => boolean;

/** The unit's limits, read once for a whole selection. A type that is absent, or has no sites, may use every site. */
export async function faceReach(executor: Sql, organizationId: number): Promise<FaceReach> {
  const { rows } = await executor.query<{ typeId: number; siteIds: number[] }>(
    `select type_id as "typeId", deploy_site_ids as "siteIds" from person_type_site
      where organization_id = $1 and cardinality(deploy_site_ids) > 0`,
    [organizationId],
  );
  const sites = new Map(rows.map((row) => [row.typeId, new Set(row.siteIds)]));
  return (typeId, siteId) => {
    const own = sites.get(typeId);
    return own === undefined || (siteId !== null && own.has(siteId));
  };
}

/**
 * Tells terminals that may no longer hold a face to delete it, after people or their types moved; what was never fetched
 * is not sent any more. Runs in the caller's transaction.
 */
export async function withdrawOutOfReach(
  executor: Sql,
  who: Acting,
  of: { typeIds?: readonly number[]; personIds?: readonly number[] },
  byName: string,
): Promise<void> {
  const reach = await faceReach(executor, who.organizationId);
  const { rows } = await executor.query<{
    personId: number;
    deviceId: number;
    typeId: number;
    siteId: number | null;
    version: number;
    action: string;
  }>(
    `select * from (
       select distinct on (q.target_id, q.device_id) q.target_id as "personId", q.device_id as "deviceId",
              p.type_id as "typeId", d.deploy_site_id as "siteId", q.target_version as version, q.action
         from device_push q
         join person p on p.organization_id = q.organization_id and p.id = q.target_id
         join device d on d.id = q.device_id and d.organization_id = q.organization_id
        where q.organization_id = $1 and q.target_type = 'FACE' and q.status <> 'SUPERSEDED'
          and (p.type_id = any($2::bigint[]) or p.id = any($3::bigint[]))
        order by q.target_id, q.device_id, q.id desc) last
      where action <> 'DELETE'`,
    [who.organizationId, of.typeIds ?? [], of.personIds ?? []],
  );
  const items = rows
    .filter((row) => !reach(row.typeId, row.siteId))
    .map(({ personId, deviceId, version }) => ({ personId, deviceId, action: 'DELETE' as const, version }));
  await pushItems(executor, who, 'FACE', items, byName);
}
