/** Gives an installation the ready-made roles as templates, each once. Runs at every start. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Db, Services } from '../../../kit/server/context.ts';
import { superId } from '../accounts/ensure-super.ts';
import { grantsOf } from './ready-grants.ts';
import { readyRoles } from './ready-roles.ts';

/**
 * Adds the templates this installation was never given; a name that is taken stays as it is. One that nobody changed
 * follows the pages of today: a template gives nobody a right, and roles taken from it are asked.
 */
export async function seedTemplates(services: Services): Promise<void> {
  const at = isoAt(services.clock.now());
  const { rows } = await sql<{ key: string; grants: string[] | null }>`
    select g.unit_type || ' ' || g.name as key, r.grants from given_template g
    left join role r on r.is_template and r.unit_type = g.unit_type and r.name = g.name and r.grants = r.offered_grants`.execute(
    services.db,
  );
  const given = new Map(rows.map((row) => [row.key, row.grants]));
  await services.db.transaction().execute(async (trx) => {
    for (const role of readyRoles) {
      const grants = grantsOf(services.registry, role);
      const key = `${role.unitType} ${role.name}`;
      if (grants.length === 0 || given.get(key)?.join() === grants.join()) continue;
      const first = await sql`insert into given_template (unit_type, name, at)
        values (${role.unitType}, ${role.name}, ${at}) on conflict do nothing`.execute(trx);
      if (first.numAffectedRows !== 1n) {
        await sql`update role set grants = ${grants}, offered_grants = ${grants}, updated_at = ${at}, version = version + 1
          where is_template and unit_type = ${role.unitType} and name = ${role.name}
            and grants = offered_grants and grants <> ${grants}::text[]`.execute(trx);
        continue;
      }
      await sql`insert into role (id, name, unit_type, grants, offered_grants, data_scope, is_template, remark, created_at,
          created_by, updated_at)
        values (${await services.ids.next()}, ${role.name}, ${role.unitType}, ${grants}, ${grants}, ${role.dataScope}, true,
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
    await sql`insert into role (id, name, unit_type, unit_id, grants, template_id, offered_grants, data_scope, remark,
        created_at, created_by, updated_at)
      select ${await services.ids.next()}, t.name, t.unit_type, ${unitId}, t.grants, t.id, t.grants, t.data_scope, t.remark,
        ${at}, ${actorId}, ${at}
      from role t where t.id = ${template.id}
      on conflict do nothing`.execute(db);
}
