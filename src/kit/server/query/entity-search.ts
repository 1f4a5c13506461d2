/**
 * How lists are searched by records for which the same id is not what is meant: by a department, whoever is in it or
 * below. A domain says it once for its kind of record; every list that refers to one is searched so.
 */
import type { RawBuilder } from 'kysely';
import type { EntityName } from '../../define/entity.ts';
import type { Field } from '../../define/field.ts';
import type { Ctx } from '../context.ts';

/** The condition that `column` is meant by the value searched for; undefined when it asks for nothing. */
export type EntitySearch = (
  column: RawBuilder<unknown>,
  value: unknown,
  ctx: Ctx,
) => Promise<RawBuilder<unknown> | undefined>;

const known = new Map<string, EntitySearch>();

/** From now on a search by a record of this kind means this. */
export const searchedBy = (entity: EntityName, search: EntitySearch): void => {
  known.set(entity, search);
};

/** How the field's list is searched by it; undefined where equal ids are meant. */
export const entitySearch = (field: Field): EntitySearch | undefined =>
  field.entity === undefined || field.itself ? undefined : known.get(field.entity);
