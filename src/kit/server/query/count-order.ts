/** Names in SQL in the order people count: 七年级 before 八年级, 2班 before 10班, as `inCountOrder` sorts them in code. */

/** Chinese numerals as digits; a ten stands between, before or after others. */
const tens = [
  ['([一二三四五六七八九])十([一二三四五六七八九])', String.raw`\1\2`],
  ['([一二三四五六七八九])十', String.raw`\1零`],
  ['十([一二三四五六七八九])', String.raw`一\1`],
  ['十', '一零'],
] as const;

/** SQL text of a sort key over a column: numerals become digits, and numbers are filled up to one length. */
export function countOrder(column: string): string {
  const read = tens.reduce((text, [from, to]) => `regexp_replace(${text}, '${from}', '${to}', 'g')`, column);
  const digits = `translate(${read}, '零一二三四五六七八九', '0123456789')`;
  const filled = String.raw`regexp_replace(regexp_replace(${digits}, '(\d+)', '000000\1', 'g'), '0*(\d{7})(?!\d)', '\1', 'g')`;
  // Most names have no number in them.
  return `case when ${column} ~ '[0-9零一二三四五六七八九十]' then ${filled} else ${column} end`;
}
