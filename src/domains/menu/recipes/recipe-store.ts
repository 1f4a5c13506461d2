/** Versions of dishes with their lines: the library's and a unit's are kept alike, in tables of their own. */
import type { Kysely } from 'kysely';
import type { Ctx, Db } from '../../../kit/server/context.ts';
import type { RecipeLine } from '../nutrition/recipe.ts';
import type { DishVersionRow, RecipeLineRow } from '../tables.ts';
import { lineColumns, sameLines, sameSet, storedLine } from './recipe-values.ts';

export interface Content {
  method: string;
  mayContain: readonly string[];
  lines: readonly RecipeLine[];
}

export interface Version extends Content {
  id: number;
  no: number;
  frozen: boolean;
}

type Writer = Pick<Ctx, 'db' | 'ids'>;
type Owner = { organization_id: number } | Record<never, never>;

/** What both pairs of tables have; a unit's also say whose they are. */
interface Alike {
  versions: Omit<DishVersionRow, 'organization_id'>;
  lines: Omit<RecipeLineRow, 'organization_id'>;
}

export const sameContent = (a: Content, b: Content): boolean =>
  a.method === b.method && sameSet(a.mayContain, b.mayContain) && sameLines(a.lines, b.lines);

/** Reading and writing of one pair of tables. */
export function recipeStore(names: {
  versions: 'lib_dish_version' | 'dish_version';
  lines: 'lib_recipe_line' | 'recipe_line';
}) {
  const alike = (db: Db) => db as unknown as Kysely<Alike>;
  const versions = names.versions as 'versions';
  const lines = names.lines as 'lines';
  const writeLines = async ({ db, ids }: Writer, owner: Owner, versionId: number, list: readonly RecipeLine[]) => {
    if (list.length === 0) return;
    const fresh = await ids.take(list.length);
    await alike(db)
      .insertInto(lines)
      .values(lineColumns(list).map((line, i) => ({ ...owner, ...line, id: fresh[i]!, version_id: versionId })))
      .execute();
  };
  return {
    /** Versions by their ids. */
    read: async (db: Db, ids: readonly number[]): Promise<Map<number, Version>> => {
      if (ids.length === 0) return new Map();
      const heads = await alike(db).selectFrom(versions).selectAll().where('id', 'in', ids).execute();
      const rows = await alike(db).selectFrom(lines).selectAll().where('version_id', 'in', ids).orderBy('no').execute();
      const byVersion = Map.groupBy(rows, (row) => row.version_id);
      return new Map(
        heads.map((head) => [
          head.id,
          {
            id: head.id,
            no: head.no,
            frozen: head.frozen,
            method: head.method,
            mayContain: head.allergens,
            lines: (byVersion.get(head.id) ?? []).map(storedLine),
          },
        ]),
      );
    },
    /** A new version of a dish. */
    add: async (
      writer: Writer,
      owner: Owner,
      head: { id: number; dishId: number; no: number; frozen: boolean; at: string; by: string },
      content: Content,
    ): Promise<void> => {
      const { id, dishId, no, frozen, at, by } = head;
      const row = { id, dish_id: dishId, no, frozen, made_at: at, made_name: by };
      await alike(writer.db)
        .insertInto(versions)
        .values({ ...owner, ...row, method: content.method, allergens: [...content.mayContain] })
        .execute();
      await writeLines(writer, owner, id, content.lines);
    },
    /** Writes a version anew that nothing hangs on yet. */
    replace: async (writer: Writer, owner: Owner, id: number, at: string, content: Content): Promise<void> => {
      await alike(writer.db)
        .updateTable(versions)
        .set({ method: content.method, allergens: [...content.mayContain], made_at: at })
        .where('id', '=', id)
        .execute();
      await alike(writer.db).deleteFrom(lines).where('version_id', '=', id).execute();
      await writeLines(writer, owner, id, content.lines);
    },
    freeze: async (db: Db, ids: readonly number[]): Promise<void> => {
      if (ids.length > 0) await alike(db).updateTable(versions).set({ frozen: true }).where('id', 'in', ids).execute();
    },
  };
}

export const libRecipes = recipeStore({ versions: 'lib_dish_version', lines: 'lib_recipe_line' });
export const unitRecipes = recipeStore({ versions: 'dish_version', lines: 'recipe_line' });
