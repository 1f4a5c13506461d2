/** 选用: dishes of the library copied into the unit with recipe and picture, and what a newer library version says otherwise. */
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { RecipeLine } from '../nutrition/recipe.ts';
import { libRecipes, unitRecipes, type Version } from '../recipes/recipe-store.ts';
import { sameLines, sameSet } from '../recipes/recipe-values.ts';
import { stuffsOfLibrary, takeInTurn } from '../stuffs/create-stuffs.ts';
import { createDishes } from './import-dishes.ts';
import { changeContents } from './save-dish.ts';
import { type Takeable, takeable } from './takeable.ts';

/** The library's lines over the unit's food-stuffs; missing ones are made and linked. */
async function ownLines(ctx: Ctx, versions: readonly Version[]): Promise<Map<number, RecipeLine[]>> {
  const stuffs = await stuffsOfLibrary(
    ctx,
    versions.flatMap((one) => one.lines.map((line) => line.foodStuffId)),
  );
  return new Map(
    versions.map((one) => [one.id, one.lines.map((line) => ({ ...line, foodStuffId: stuffs.get(line.foodStuffId)! }))]),
  );
}

/** Adopts published library dishes; those the unit has already are left out. Answers how many are new. */
export async function adoptDishes(ctx: Ctx, libIds: readonly number[]): Promise<number | Refusal> {
  await takeInTurn(ctx);
  const library = await ctx.db.selectFrom('lib_dish').selectAll().where('id', 'in', libIds).orderBy('id').execute();
  const off = library.find((one) => one.status !== 'PUBLISHED');
  if (off) return refuse('NOT_ON_SHELF', { name: off.name });
  const known = await ctx.db
    .selectFrom('dish')
    .select(['lib_dish_id', 'name'])
    .where((eb) =>
      eb.or([
        eb('lib_dish_id', 'in', libIds),
        eb(
          'name',
          'in',
          library.map((one) => one.name),
        ),
      ]),
    )
    .execute();
  const has = new Set(known.map((one) => one.lib_dish_id));
  const fresh = library.filter((one) => !has.has(one.id));
  const clash = fresh.find((one) => known.some((other) => other.name === one.name));
  if (clash) return refuse('DUPLICATE', { label: '菜品', value: clash.name });
  const versions = await libRecipes.read(
    ctx.db,
    fresh.map((one) => one.version_id),
  );
  const lines = await ownLines(ctx, [...versions.values()]);
  await createDishes(
    ctx,
    fresh.map((one) => {
      const version = versions.get(one.version_id)!;
      return {
        name: one.name,
        typeId: one.type_id,
        priceFen: null,
        method: version.method,
        lines: lines.get(version.id)!,
        mayContain: version.mayContain,
        image: one.image,
        spicy: one.spicy,
        lib: { dishId: one.id, versionNo: one.version_no },
      };
    }),
  );
  return fresh.length;
}

export interface LibraryDifference {
  versionNo: number;
  status: string;
  /** Fields that say something else there. */
  fields: { key: Takeable; label: string; own: string; library: string }[];
}

const gramsOf = (lines: readonly RecipeLine[], names: ReadonlyMap<number, string>) =>
  lines.map((line) => `${names.get(line.foodStuffId) ?? '？'} ${line.grams} 克`).join('、') || '无';

interface Both {
  dish: { version_id: number; type_id: number; image: string | null; spicy: string };
  library: {
    version_id: number;
    version_no: number;
    type_id: number;
    image: string | null;
    spicy: string;
    status: string;
  };
}

async function bothOf(ctx: Ctx, dishId: number): Promise<Both | undefined> {
  const dish = await ctx.db.selectFrom('dish').selectAll().where('id', '=', dishId).executeTakeFirst();
  if (!dish?.lib_dish_id) return undefined;
  const library = await ctx.db.selectFrom('lib_dish').selectAll().where('id', '=', dish.lib_dish_id).executeTakeFirst();
  return library && { dish, library };
}

/** How the library's dish differs from the unit's; undefined for a dish of the unit's own. Writes nothing. */
export async function libraryDifference(ctx: Ctx, dishId: number): Promise<LibraryDifference | undefined> {
  const both = await bothOf(ctx, dishId);
  if (!both) return undefined;
  const { dish, library } = both;
  const own = (await unitRecipes.read(ctx.db, [dish.version_id])).get(dish.version_id)!;
  const theirs = (await libRecipes.read(ctx.db, [library.version_id])).get(library.version_id)!;
  const stuffs = await ctx.db
    .selectFrom('food_stuff')
    .select(['id', 'name', 'lib_id'])
    .where('id', 'in', [0, ...own.lines.map((line) => line.foodStuffId)])
    .execute();
  const libNames = await ctx.db
    .selectFrom('lib_food_stuff')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...theirs.lines.map((line) => line.foodStuffId)])
    .execute();
  const libOf = new Map(stuffs.map((one) => [one.id, one.lib_id ?? -one.id]));
  const ownByLib = own.lines.map((line) => ({ ...line, foodStuffId: libOf.get(line.foodStuffId)! }));
  const types = await ctx.db
    .selectFrom('food_type')
    .select(['id', 'name'])
    .where('id', 'in', [dish.type_id, library.type_id])
    .execute();
  const typeName = (id: number) => types.find((one) => one.id === id)?.name ?? '';
  const label = (key: Takeable) => takeable.find((one) => one.value === key)!.label;
  const fields: LibraryDifference['fields'] = [];
  const differ = (key: Takeable, same: boolean, mine: string, other: string) => {
    if (!same) fields.push({ key, label: label(key), own: mine || '无', library: other || '无' });
  };
  differ(
    'recipe',
    sameLines(ownByLib, theirs.lines),
    gramsOf(own.lines, new Map(stuffs.map((one) => [one.id, one.name]))),
    gramsOf(theirs.lines, new Map(libNames.map((one) => [one.id, one.name]))),
  );
  differ('method', own.method === theirs.method, own.method, theirs.method);
  differ(
    'mayContain',
    sameSet(own.mayContain, theirs.mayContain),
    `${own.mayContain.length} 种`,
    `${theirs.mayContain.length} 种`,
  );
  differ('type', dish.type_id === library.type_id, typeName(dish.type_id), typeName(library.type_id));
  differ('image', dish.image === library.image, dish.image ? '已上传' : '', library.image ? '已上传' : '');
  differ('spicy', dish.spicy === library.spicy, dish.spicy, library.spicy);
  return { versionNo: library.version_no, status: library.status, fields };
}

/** Takes the ticked fields of the library's version over; those changed here stay unless they are ticked. */
export async function takeLibrary(ctx: Ctx, dishId: number, keys: readonly Takeable[]): Promise<Refusal | undefined> {
  const both = await bothOf(ctx, dishId);
  if (!both) return refuse('NO_CHANGE', { why: '这道菜不是从平台库选用的' });
  const { library } = both;
  const theirs = (await libRecipes.read(ctx.db, [library.version_id])).get(library.version_id)!;
  const lines = keys.includes('recipe') ? (await ownLines(ctx, [theirs])).get(theirs.id)! : undefined;
  await changeContents(ctx, [
    {
      dishId,
      change: {
        ...(lines ? { lines } : {}),
        ...(keys.includes('method') ? { method: theirs.method } : {}),
        ...(keys.includes('mayContain') ? { mayContain: theirs.mayContain } : {}),
      },
    },
  ]);
  await ctx.db
    .updateTable('dish')
    .set((eb) => ({
      lib_version_no: library.version_no,
      version: eb('version', '+', 1),
      ...(keys.includes('type') ? { type_id: library.type_id } : {}),
      ...(keys.includes('image') ? { image: library.image } : {}),
      ...(keys.includes('spicy') ? { spicy: library.spicy } : {}),
    }))
    .where('id', '=', dishId)
    .execute();
  return undefined;
}
