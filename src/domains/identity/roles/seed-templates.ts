/** Gives an installation the ready-made roles as templates, each once. Runs at every start. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Db, Services } from '../../../kit/server/context.ts';
import { superId } from '../accounts/ensure-super.ts';
import { allGrants, permissionGroups } from './permissions.ts';
import { grantsOf, readyRoles } from './ready-roles.ts';

/** Adds the templates this installation was never given; a name that is taken stays as it is. */
export async function seedTemplates(services: Services): Promise<void> {
  const at = isoAt(services.clock.now());
  await services.db.transaction().execute(async (trx) => {
    for (const role of readyRoles) {
      const known = allGrants(permissionGroups(services.registry, role.unitType));
      const grants = grantsOf(role).filter((grant) => known.has(grant));
      if (grants.length === 0) continue;
      const first = await sql`insert into given_template (unit_type, name, at)
        values (${role.unitType}, ${role.name}, ${at}) on conflict do nothing`.execute(trx);
      if (first.numAffectedRows !== 1n) continue;
      await sql`insert into role (id, name, unit_type, grants, data_scope, is_template, remark, created_at, created_by, updated_at)
        values (${await services.ids.next()}, ${role.name}, ${role.unitType}, ${grants}, ${role.dataScope}, true,
          ${role.remark}, ${at}, ${superId}, ${at})
        on conflict do nothing`.execute(trx);
    }
  });
}

/** Gives a unit that was opened just now a role of its own for every template of its kind. */
export async function giveTemplateRoles(
  services: Services,
  db: Db,
  unitType: string,
  unitId: number,
  actorId: number,
): Promise<void> {
  const at = isoAt(services.clock.now());
  // Raw: templates belong to no unit, and a unit opened a moment ago lies outside the opener's own scope.
  const { rows } = await sql<{ id: number }>`
    select id from role where is_template and status = 'NORMAL' and unit_type = ${unitType} order by id`.execute(db);
  for (const template of rows)
    await sql`insert into role (id, name, unit_type, unit_id, grants, data_scope, remark, created_at, created_by, updated_at)
      select ${await services.ids.next()}, t.name, t.unit_type, ${unitId}, t.grants, t.data_scope, t.remark, ${at}, ${actorId}, ${at}
      from role t where t.id = ${template.id}
      on conflict do nothing`.execute(db);
}
