/** What the composition table does not say of its foods: allergens, dark vegetables, liver, foods schools may not serve. */
import type { Allergen } from '../../people/public.ts';

const codes = (...list: string[]): ReadonlySet<string> => new Set(list.flatMap((line) => line.split(' ')));

/** Orange, red and dark green ones (dietary guidelines 2022). */
const dark = codes(
  '041201 041202 041203 041204 042112 042207 042208 043108 043109 043119 043120 043107 043121 043123 043124 043125',
  '043126 043213 043214 043227 044104 044106 044107 044205 044207 044404 045108 045109 045111 045113 045115 045116',
  '045120 045122 045124 045125 045126 045205 045206 045208 045211 045214 045215 045217 045301 045302 045303 045305',
  '045307 045308 045309 045310 045313 045316 045317 045319 045320 045321 045322 045323 045327 045328 045334 045335',
  '045336 045337 045338 045420 045421 046002 048085 048086 048087',
);
const liver = codes('081310 082205 083204 091201 091202 092202 092203 092204 093201 094201');
const greenBean = codes('042110 042113 042115 042120');
const daylily = codes('045412');
const wildMushroom = codes(
  '051002 051016 051018 051021 051022 051026 051027 051029 051032 051033 051037 051038 051040 051041 051042 051044',
  '051045 051047 051049',
);

export const markOf = (code: string): string => (dark.has(code) ? 'DARK' : liver.has(code) ? 'LIVER' : '');

export function riskOf(code: string): string {
  if (greenBean.has(code)) return 'GREEN_BEAN';
  if (daylily.has(code)) return 'DAYLILY';
  return wildMushroom.has(code) ? 'WILD_MUSHROOM' : '';
}

/** Fronts of codes with what their foods hold; foods under several hold all. */
const holds: readonly (readonly [string, Allergen])[] = [
  ['011', 'GLUTEN'],
  ['014', 'GLUTEN'],
  ['022108', 'GLUTEN'],
  ['022112', 'GLUTEN'],
  ['031526', 'GLUTEN'],
  ['091115', 'GLUTEN'],
  ['091303', 'GLUTEN'],
  ['031', 'SOY'],
  ['071', 'NUT'],
  ['072002', 'PEANUT'],
  ['072003', 'PEANUT'],
  ['072004', 'PEANUT'],
  ['072005', 'PEANUT'],
  ['072020', 'PEANUT'],
  ['072021', 'PEANUT'],
  ['072022', 'PEANUT'],
  ['10', 'MILK'],
  ['11', 'EGG'],
  ['011315', 'EGG'],
  ['121', 'FISH'],
  ['123301', 'FISH'],
  ['122', 'CRUSTACEAN'],
  ['123', 'CRUSTACEAN'],
  ['011311', 'CRUSTACEAN'],
  ['131901', 'SOY'],
];
/** Jackfruit stands among the nuts; wheat gluten among the soy beans. */
const not: readonly (readonly [string, Allergen])[] = [
  ['071002', 'NUT'],
  ['031526', 'SOY'],
];
/** Infant food is told by its name alone. */
const infant: readonly (readonly [RegExp, Allergen])[] = [
  [/[奶乳]/, 'MILK'],
  [/[麦面]|饼干/, 'GLUTEN'],
  [/[鱼鳕]/, 'FISH'],
  [/蛋黄|鸡蛋/, 'EGG'],
];

export function allergensOfCode(code: string, name: string): Allergen[] {
  const found = new Set(holds.flatMap(([front, one]) => (code.startsWith(front) ? [one] : [])));
  for (const [front, one] of not) if (code.startsWith(front)) found.delete(one);
  if (code.startsWith('13')) for (const [word, one] of infant) if (word.test(name)) found.add(one);
  return [...found].sort();
}

/** Words in brackets behind milk that name no brand. */
const plainMilk = /^(全脂|低脂|脱脂|代表值|速溶|高蛋白|果料|橘味|调味|果粒|甜|罐头|鲜|干|全脂软酪|[，,、 ])+$/;

/** Infant food and branded milk are not offered unless asked for. */
export function isRare(code: string, name: string): boolean {
  if (code.startsWith('13')) return true;
  const inside = /[（(]([^）)]*)[）)]/.exec(name)?.[1];
  const powderForSome = /^102[2-5]/.test(code);
  return code.startsWith('10') && (powderForSome || (inside !== undefined && !plainMilk.test(inside)));
}
