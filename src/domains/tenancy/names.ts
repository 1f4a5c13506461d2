/**
 * Names of units beside rows that are already in scope. They are scalar sub-selects on purpose: the reader of a
 * restaurant may see who runs it without being able to list contractors.
 */
import { type RawBuilder, sql } from 'kysely';

const nameOf = (table: 'contractor' | 'organization') => (column: string) =>
  sql`(select n.name from ${sql.table(table)} n where n.id = ${sql.ref(column)})`;

export const contractorName: (column: string) => RawBuilder<unknown> = nameOf('contractor');
export const organizationName: (column: string) => RawBuilder<unknown> = nameOf('organization');

/** Name of a record of the same organization: `table` keyed (organization_id, id). */
export const nameWithin = (
  table: 'restaurant' | 'deploy_site' | 'meal_period',
  organization: string,
  column: string,
): RawBuilder<unknown> =>
  sql`(select n.name from ${sql.table(table)} n where n.organization_id = ${sql.ref(organization)} and n.id = ${sql.ref(column)})`;
