/** A week's menu as it is printed, days across and meals down: read out of a table, and laid out as one. Pure. */
import { weekdayNames, weekdayOf } from '../menus/days.ts';

export interface SheetDish {
  name: string;
  /** Without the numbers of allergens that our print puts behind it; a dish may also be called 套餐 2. */
  bare: string;
  /** Written behind the name; null: that of the dish. */
  priceFen: number | null;
}

export interface SheetCell {
  date: string;
  mealPeriodId: number;
  dishes: SheetDish[];
}

interface Named {
  id: number;
  name: string;
}

export interface WeekNames {
  /** The seven days. */
  days: readonly string[];
  meals: readonly Named[];
  /** Names of the restaurants, ours first: it may stand before the meal, and rows of the others are passed over. */
  places: readonly string[];
}

export interface WeekRead {
  cells: SheetCell[];
  /** What could not be read, said with its place in the table. */
  faults: string[];
}

const plain = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, '');
const weekdayWord = /(?:周|星期|礼拜)([一二三四五六日天])/;
const monthDay = /(?:^|\D)(\d{1,2})[-/.月](\d{1,2})日?(?:\D|$)/;
const fullDate = /(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})/;
const pad = (text: string): string => text.padStart(2, '0');

/** The day a heading speaks of; '' where it is none, null where it is no day of the week. A date says more than 周一. */
function dayOf(heading: string, days: readonly string[]): string | '' | null {
  const text = heading.normalize('NFKC');
  const full = fullDate.exec(text);
  if (full) return days.find((day) => day === `${full[1]}-${pad(full[2]!)}-${pad(full[3]!)}`) ?? null;
  const short = monthDay.exec(text);
  if (short) return days.find((day) => day.slice(5) === `${pad(short[1]!)}-${pad(short[2]!)}`) ?? null;
  const word = weekdayWord.exec(text);
  return word ? days['一二三四五六日'.indexOf(word[1] === '天' ? '日' : word[1]!)]! : '';
}

const price =
  /[(（]?\s*[¥￥]?\s*(\d{1,4})(?:\.(\d{1,2}))?\s*元\s*[)）]?$|[(（]?\s*[¥￥]\s*(\d{1,4})(?:\.(\d{1,2}))?\s*[)）]?$/;
const marks = /[※\d\s]+$/;
const energy = /^\d+\s*(kcal|千卡|大卡)$/i;

function dishOf(text: string): SheetDish | undefined {
  const whole = text.normalize('NFKC').trim();
  if (whole === '' || energy.test(whole)) return undefined;
  const found = price.exec(whole);
  const name = (found ? whole.slice(0, found.index) : whole).trim();
  const bare = name.replace(marks, '');
  const [yuan, cents = ''] = [found?.[1] ?? found?.[3], found?.[2] ?? found?.[4]];
  const priceFen = found ? Number(yuan) * 100 + Number(cents.padEnd(2, '0')) : null;
  return bare === '' ? undefined : { name, bare, priceFen };
}

/** Dishes of a cell: one a line, or apart by commas and the like; each once. */
function dishesOf(text: string): SheetDish[] {
  const dishes = text.split(/[\n\r、,，;；/／|]+/).flatMap((part) => dishOf(part) ?? []);
  return [...new Map(dishes.map((dish) => [plain(dish.name), dish])).values()];
}

/** The meal a row is of: its name, also behind that of the restaurant; 'OTHER' for another restaurant's. */
function mealOf(text: string, { meals, places }: WeekNames): number | 'OTHER' | undefined {
  const asked = plain(text);
  const [own = '', ...others] = places.map(plain);
  const named = (name: string) => meals.find((meal) => plain(meal.name) === name)?.id;
  const known = named(asked) ?? (own !== '' && asked.startsWith(own) ? named(asked.slice(own.length)) : undefined);
  return known ?? (others.some((other) => other !== '' && asked.startsWith(other)) ? 'OTHER' : undefined);
}

export function readWeekSheet(
  table: { headers: readonly string[]; rows: readonly (readonly string[])[]; rowNumbers: readonly number[] },
  names: WeekNames,
): WeekRead {
  const { days } = names;
  const faults: string[] = [];
  const dayAt = new Map<number, string>();
  table.headers.forEach((heading, column) => {
    const day = dayOf(heading, days);
    if (day === null) faults.push(`表头「${heading}」不在 ${days[0]} 至 ${days[6]} 这一周`);
    else if (day !== '' && [...dayAt.values()].includes(day)) faults.push(`表头「${heading}」重复`);
    else if (day !== '') dayAt.set(column, day);
  });
  if (dayAt.size === 0)
    return { cells: [], faults: [...faults, '表头里没有日期或星期：第一行应为「餐次、周一、周二…」'] };
  const first = Math.min(...dayAt.keys());
  const named = table.headers.findIndex((heading) => /餐次|餐别/.test(heading));
  const mealColumn = named >= 0 ? named : 0;
  const placeColumn = table.headers.findIndex((heading, at) => at < first && /餐厅|食堂/.test(heading));
  const cells = new Map<string, SheetCell>();
  let meal: number | 'OTHER' | undefined;
  let place = '';
  table.rows.forEach((row, i) => {
    const label = row[mealColumn]?.trim() ?? '';
    if (placeColumn >= 0 && row[placeColumn]?.trim()) place = row[placeColumn].trim();
    if (label !== '') meal = mealOf(label, names);
    const filled = [...dayAt].filter(([column]) => (row[column]?.trim() ?? '') !== '');
    if (filled.length === 0 || meal === 'OTHER') return;
    if (placeColumn >= 0 && place !== '' && plain(place) !== plain(names.places[0] ?? '')) return;
    if (meal === undefined) {
      faults.push(`第 ${table.rowNumbers[i]} 行「${label}」不是这家餐厅的餐次`);
      return;
    }
    for (const [column, date] of filled) {
      const key = `${date}/${meal}`;
      const cell = cells.get(key) ?? { date, mealPeriodId: meal, dishes: [] };
      const seen = new Set(cell.dishes.map((dish) => plain(dish.name)));
      cell.dishes.push(...dishesOf(row[column]!).filter((dish) => !seen.has(plain(dish.name))));
      cells.set(key, cell);
    }
  });
  return { cells: [...cells.values()].filter((cell) => cell.dishes.length > 0), faults };
}

/** Names as they are compared: full-width and blanks make no other dish. */
export const sameName = plain;

/** Headings and rows of the same form, to be filled in or sent on. */
export function weekSheetRows(
  { days, meals }: Pick<WeekNames, 'days' | 'meals'>,
  dishesAt: (date: string, mealPeriodId: number) => readonly string[],
): { titles: string[]; rows: string[][] } {
  return {
    titles: ['餐次', ...days.map((day) => `${weekdayNames[weekdayOf(day) - 1]} ${day}`)],
    rows: meals.map((meal) => [meal.name, ...days.map((day) => dishesAt(day, meal.id).join('\n'))]),
  };
}
