/** Makes food-stuffs of the unit: linked to the library where it knows them, else its own with everything unknown. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { Nutrients } from '../nutrition/nutrients.ts';
import '../tables.ts';

export interface NewStuff {
  name: string;
  libId: number | null;
  typeId: number;
  supplier?: string | null;
  edibleRatio?: number | null;
  allergens?: readonly string[];
  nutrients?: Nutrients;
  alias?: string | null;
}

/** Inserts them and answers their ids in that order; names must be new. */
export async function createStuffs(ctx: Ctx, stuffs: readonly NewStuff[]): Promise<number[]> {
  if (stuffs.length === 0) return [];
  const ids = await ctx.ids.take(stuffs.length);
  const at = isoAt(ctx.clock.now());
  await ctx.db
    .insertInto('food_stuff')
    .values(
      stuffs.map((one, i) => ({
        organization_id: ownOrganization(ctx),
        id: ids[i]!,
        name: one.name,
        alias: one.alias ?? null,
        lib_id: one.libId,
        type_id: one.typeId,
        supplier: one.supplier ?? null,
        edible_ratio: one.edibleRatio ?? null,
        allergens: [...(one.allergens ?? [])],
        nutrients: one.nutrients ?? {},
        status: 'NORMAL',
        created_at: at,
        created_by: ctx.session.accountId,
        updated_at: at,
        version: 1,
      })),
    )
    .execute();
  return ids;
}

/**
 * Who takes out of the library into the unit does so one after another: what two take at once is taken once. Held until the command is
 * over.
 */
export async function takeInTurn(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('library into unit', ${ownOrganization(ctx)}))`.execute(
    ctx.db,
  );
}

/** The unit's food-stuff for each of the library's: those linked already, the others made and linked. */
export async function stuffsOfLibrary(ctx: Ctx, libIds: readonly number[]): Promise<Map<number, number>> {
  const wanted = [...new Set(libIds)];
  if (wanted.length === 0) return new Map();
  await takeInTurn(ctx);
  const known = await ctx.db
    .selectFrom('food_stuff')
    .select(['id', 'lib_id'])
    .where('lib_id', 'in', wanted)
    .orderBy('id', 'desc')
    .execute();
  const found = new Map(known.map((one) => [one.lib_id!, one.id]));
  const missing = wanted.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  const library = await ctx.db
    .selectFrom('lib_food_stuff')
    .select(['id', 'name', 'code', 'type_id'])
    .where('id', 'in', missing)
    .orderBy('id')
    .execute();
  const names = library.map((one) => one.name);
  const taken = new Set(
    (await ctx.db.selectFrom('food_stuff').select('name').where('name', 'in', names).execute()).map((one) => one.name),
  );
  const fresh = library.map((one) => {
    // Names repeat in the composition table, and the unit may have one of its own: the code tells them apart.
    const name = taken.has(one.name) ? `${one.name} ${one.code}` : one.name;
    taken.add(one.name);
    return { name, libId: one.id, typeId: one.type_id };
  });
  const ids = await createStuffs(ctx, fresh);
  fresh.forEach((one, i) => {
    found.set(one.libId, ids[i]!);
  });
  return found;
}

/** Food-stuffs of the unit by the names a sheet uses: its own names and aliases first, then the library's by name, alias or code. */
export async function libraryByNames(
  ctx: Ctx,
  names: readonly string[],
): Promise<Map<string, { id: number; typeId: number }>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ said: string; id: number; typeId: number }>`
    select distinct on (n.said) n.said, s.id, s.type_id as "typeId"
    from unnest(${names}::text[]) as n (said)
    join lib_food_stuff s on s.status = 'NORMAL'
      and (s.code = n.said or s.name = n.said or n.said = any(string_to_array(s.alias, '、')))
    order by n.said, s.code = n.said desc, s.name = n.said desc, s.rare, s.code`.execute(ctx.db);
  return new Map(rows.map(({ said, id, typeId }) => [said, { id, typeId }]));
}
