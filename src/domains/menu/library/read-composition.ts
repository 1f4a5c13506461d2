/**
 * Reads the composition table (per 100 g edible part, machine-read from print) and mends what is known to be wrong in it,
 * by name (meals.md §6). What cannot be mended is not known; it is never zero.
 */
import { parseCsv } from '../../../kit/server/sheet/csv.ts';
import { type NutrientKey, type Nutrients, nutrientKeys, nutrients } from '../nutrition/nutrients.ts';
import { allergensOfCode, isRare, markOf, riskOf } from './known-of-codes.ts';

export interface LibraryFood {
  code: string;
  name: string;
  alias: string;
  edibleRatio: number;
  mark: string;
  risk: string;
  allergens: string[];
  nutrients: Nutrients;
  source: string;
  note: string;
  rare: boolean;
}

export const tableSource = '《中国食物成分表》标准版第6版，机读自印刷本，临床使用前须核对';

/** A table cannot weigh more: in 16 branded powders and rice flours the columns behind the ash are shifted. */
const mostAsh = 100;
const beforeShift: readonly NutrientKey[] = ['energy', 'protein', 'fat', 'carbohydrate'];

/** Values misprinted or misread: not known, each for its own food. */
const unreadable: Readonly<Record<string, readonly NutrientKey[]>> = {
  '112104': ['thiamin'],
  '112203': ['thiamin'],
  '135601': ['thiamin'],
  '129002': ['zinc'],
  '129021': ['zinc'],
  '129022': ['zinc'],
  '124312': ['zinc'],
};

/** `名称 [别名1，别名2]`: the name and its aliases. */
export function namesOf(printed: string): { name: string; alias: string } {
  const aliases = [...printed.matchAll(/\[([^\]]*)\]?/g)].map((found) => found[1]!.trim());
  const name = printed.replace(/\[[^\]]*\]?/g, '').trim();
  return { name, alias: aliases.join('、').replace(/[,，]\s*/g, '、') };
}

type Line = Readonly<Record<string, string>>;

/** A printed number; undefined for a blank. */
const numberIn = (line: Line, column: string): number | undefined => {
  const text = line[column]?.trim() ?? '';
  return text === '' ? undefined : Number(text);
};

/**
 * Vitamin A in µg RAE. The printed figures mix conversions, so it is computed anew from retinol and carotene where both
 * are given; in infant food the retinol column is misread and the printed figure, of what was added, stays.
 */
function vitaminA(line: Line): number | undefined {
  const [retinol, carotene] = [numberIn(line, 'retinol'), numberIn(line, 'carotene')];
  if (retinol === undefined || carotene === undefined || line.foodCode!.startsWith('13'))
    return numberIn(line, 'vitaminA');
  return Math.round((retinol + carotene / 12) * 10) / 10;
}

/** One line of the table as a food of the library. */
export function foodOf(line: Line): LibraryFood {
  const code = line.foodCode!;
  const { name, alias } = namesOf(line.foodName!);
  const shifted = (numberIn(line, 'ash') ?? 0) > mostAsh;
  const wrong = unreadable[code] ?? [];
  const found: Nutrients = {};
  for (const key of shifted ? beforeShift : nutrientKeys) {
    const value = key === 'vitaminA' ? vitaminA(line) : numberIn(line, nutrients[key].column);
    if (value !== undefined && !wrong.includes(key)) found[key] = value;
  }
  const notes = [
    shifted ? '印刷本灰分列起错位，只取能量、蛋白质、脂肪、碳水化合物' : '',
    wrong.length > 0 ? `${wrong.map((key) => nutrients[key].label).join('、')}数值有误，按未知处理` : '',
  ];
  return {
    code,
    name,
    alias,
    edibleRatio: Math.round((numberIn(line, 'edible') ?? 100) * 100),
    mark: markOf(code),
    risk: riskOf(code),
    allergens: allergensOfCode(code, line.foodName!),
    nutrients: found,
    source: tableSource,
    note: notes.filter(Boolean).join('；'),
    rare: isRare(code, line.foodName!),
  };
}

/** The table's text as foods. @throws when a row has other cells than the heading */
export function readComposition(csv: string): LibraryFood[] {
  const foods: LibraryFood[] = [];
  let columns: readonly string[] | undefined;
  parseCsv(csv, (cells) => {
    if (!columns) columns = cells;
    else if (cells.length === columns.length)
      foods.push(foodOf(Object.fromEntries(columns.map((column, i) => [column, cells[i]!]))));
    else throw new Error(`composition row of ${cells.length} cells: ${cells.join()}`);
    return true;
  });
  return foods;
}
