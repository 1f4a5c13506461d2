/** Fills the platform's library at the first start: classes, 1,650 foods of the composition table, computed ones, bans, standards. */
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Db, Services } from '../../../kit/server/context.ts';
import { standards } from '../nutrition/standards.ts';
import '../tables.ts';
import { bans, dishTypes } from './bans.ts';
import { readComposition } from './read-composition.ts';
import { supplement } from './supplement.ts';
import { stuffTypes, typeOfCode } from './types.ts';

const file = new URL('../composition/food-composition.csv', import.meta.url);

type Host = Pick<Services, 'db' | 'clock' | 'ids'>;

interface Stamp {
  created_at: string;
  created_by: null;
  updated_at: string;
}

async function loadStuffs(db: Db, ids: Services['ids'], stamp: Stamp): Promise<number> {
  const typeIds = await ids.take(stuffTypes.length);
  await db
    .insertInto('food_stuff_type')
    .values(
      stuffTypes.map((type, i) => ({
        id: typeIds[i]!,
        code: type.code,
        name: type.name,
        food_class: type.foodClass,
        shelf_days: type.shelfDays ?? null,
        need_test: type.needTest ?? false,
        sort: i,
        status: 'NORMAL',
        ...stamp,
        version: 1,
      })),
    )
    .execute();
  const idOfType = new Map(stuffTypes.map((type, i) => [type.code, typeIds[i]!]));
  const foods = [...readComposition(await readFile(file, 'utf8')), ...supplement];
  const foodIds = await ids.take(foods.length);
  const rows = foods.map((food, i) => ({
    id: foodIds[i],
    code: food.code,
    name: food.name,
    alias: food.alias || null,
    type_id: idOfType.get(typeOfCode(food.code).code),
    edible_ratio: food.edibleRatio,
    mark: food.mark || null,
    risk: food.risk || null,
    allergens: food.allergens,
    nutrients: food.nutrients,
    source: food.source,
    note: food.note || null,
    rare: food.rare,
  }));
  await sql`insert into lib_food_stuff (id, code, name, alias, type_id, edible_ratio, mark, risk, allergens, nutrients, source,
      note, rare, created_at, updated_at)
    select id, code, name, alias, type_id, edible_ratio, mark, risk, allergens, nutrients, source, note, rare,
      ${stamp.created_at}::timestamptz, ${stamp.created_at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, code text, name text, alias text, type_id bigint,
      edible_ratio int, mark text, risk text, allergens text[], nutrients jsonb, source text, note text, rare boolean)`.execute(
    db,
  );
  return foods.length;
}

async function loadDishTypes(db: Db, ids: Services['ids'], stamp: Stamp): Promise<void> {
  const own = await ids.take(dishTypes.length);
  const idOf = (name: string | undefined) => own[dishTypes.findIndex((type) => type.name === name)] ?? null;
  await db
    .insertInto('food_type')
    .values(
      dishTypes.map(({ name, parent, risk = null }, i) => ({
        id: own[i]!,
        name,
        parent_id: idOf(parent),
        risk,
        sort: i,
        status: 'NORMAL',
        ...stamp,
        version: 1,
      })),
    )
    .execute();
}

async function loadRules(db: Db, ids: Services['ids'], stamp: Stamp): Promise<void> {
  const banIds = await ids.take(bans.length);
  await db
    .insertInto('food_ban')
    .values(
      bans.map(({ code, label, target, words, fromDate, source }, i) => ({
        id: banIds[i]!,
        code,
        label,
        target,
        words: [...words],
        from_date: fromDate,
        until_date: null,
        source,
      })),
    )
    .execute();
  const standardIds = await ids.take(standards.length);
  await db
    .insertInto('nutrition_standard')
    .values(
      standards.map(({ kind, ageGroup, gender, nutrient, low, high, source, confidence, fromDate }, i) => ({
        id: standardIds[i]!,
        kind,
        age_group: ageGroup,
        gender,
        nutrient,
        low,
        high,
        source,
        confidence,
        from_date: fromDate,
        ...stamp,
        version: 1,
      })),
    )
    .execute();
}

/** Loads the library when there is none; answers how many foods. Several nodes starting at once load it once. */
export async function loadLibrary({ db, clock, ids }: Host): Promise<number> {
  const known = () => sql`select 1 from food_stuff_type limit 1`.execute(db);
  if ((await known()).rows.length > 0) return 0;
  const at = isoAt(clock.now());
  const stamp = { created_at: at, created_by: null, updated_at: at };
  return db.transaction().execute(async (trx) => {
    await sql`lock table food_stuff_type in exclusive mode`.execute(trx);
    if ((await sql`select 1 from food_stuff_type limit 1`.execute(trx)).rows.length > 0) return 0;
    const foods = await loadStuffs(trx, ids, stamp);
    await loadDishTypes(trx, ids, stamp);
    await loadRules(trx, ids, stamp);
    await sql`analyze lib_food_stuff`.execute(trx);
    return foods;
  });
}
