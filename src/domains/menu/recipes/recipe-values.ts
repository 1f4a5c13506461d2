/** Recipe lines between forms, tables and the functions that compute with them. */
import type { RecipeLine } from '../nutrition/recipe.ts';

/** A row of the form's `lines`. */
export interface SentLine {
  foodStuffId: number | null;
  grams: number | null;
  basis: string | null;
  lossRatio: number | null;
  main: boolean | null;
}

interface StoredLine {
  food_stuff_id: number;
  grams: number;
  basis: string;
  loss_ratio: number;
  main: boolean;
}

const basisOf = (text: string | null): RecipeLine['basis'] => (text === 'GROSS' ? 'GROSS' : 'NET');

export const sentLines = (rows: readonly SentLine[] | null | undefined): RecipeLine[] =>
  (rows ?? []).map((row) => ({
    foodStuffId: row.foodStuffId!,
    grams: row.grams!,
    basis: basisOf(row.basis),
    lossRatio: row.lossRatio ?? 0,
    main: row.main ?? false,
  }));

export const storedLine = (row: StoredLine): RecipeLine => ({
  foodStuffId: row.food_stuff_id,
  grams: row.grams,
  basis: basisOf(row.basis),
  lossRatio: row.loss_ratio,
  main: row.main,
});

/** Columns of lines, without those of the version they belong to. */
export const lineColumns = (lines: readonly RecipeLine[]) =>
  lines.map((line, i) => ({
    no: i + 1,
    food_stuff_id: line.foodStuffId,
    grams: line.grams,
    basis: line.basis,
    loss_ratio: line.lossRatio,
    main: line.main,
  }));

/** What a form sends of a version. */
export interface SentContent {
  recipe?: readonly SentLine[] | null;
  method?: string | null;
  mayContain?: readonly string[] | null;
}

/** Content among the values of a form; what was not sent is left out. */
export const contentOf = ({ recipe, method, mayContain }: SentContent) => ({
  ...(recipe === undefined ? {} : { lines: sentLines(recipe) }),
  ...(method === undefined ? {} : { method: method ?? '' }),
  ...(mayContain === undefined ? {} : { mayContain: mayContain ?? [] }),
});

const keyOf = (line: RecipeLine) => [line.foodStuffId, line.grams, line.basis, line.lossRatio, line.main].join();

/** Do two recipes say the same, whatever the order of their lines? */
export function sameLines(a: readonly RecipeLine[], b: readonly RecipeLine[]): boolean {
  const own = a.map(keyOf).sort();
  const other = b.map(keyOf).sort();
  return own.length === other.length && own.every((key, i) => key === other[i]);
}

export const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  [...a].sort().join() === [...b].sort().join();
