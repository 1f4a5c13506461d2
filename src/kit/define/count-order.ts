/** Names in the order people count: 七年级 before 八年级 before 九年级, 2班 before 10班; the rest as Chinese is sorted. */
const numerals = '零一二三四五六七八九';

/** Numerals as digits: 三 → 3, 十二 → 12, 二十 → 20, 一百零五 stays as it is read digit by digit. */
const counted = (text: string): string =>
  text
    .replace(/([一二三四五六七八九]?)十([一二三四五六七八九]?)/g, (_, tens: string, ones: string) =>
      String((tens ? numerals.indexOf(tens) : 1) * 10 + (ones ? numerals.indexOf(ones) : 0)),
    )
    .replace(/[零一二三四五六七八九]/g, (one) => String(numerals.indexOf(one)));

const chinese = new Intl.Collator('zh-CN', { numeric: true });

/** A number behind capital letters, as codes are: these are compared as they are, for thousands of rows the collator is slow. */
const code = /^([A-Z]*)(\d{0,15})$/;

interface Code {
  letters: string;
  /** -1 where there are letters alone, which stand before those with a number. */
  number: number;
}
function codeOf(text: string): Code | undefined {
  const parts = code.exec(text);
  return parts ? { letters: parts[1]!, number: parts[2] === '' ? -1 : Number(parts[2]) } : undefined;
}
const byCode = (a: Code, b: Code) => (a.letters === b.letters ? a.number - b.number : a.letters < b.letters ? -1 : 1);

/** The items in the order their texts are counted in; each text is read once, since a comparison reads two. */
export function inCountOrder<T>(items: readonly T[], textOf: (item: T) => string, falling = false): T[] {
  const sign = falling ? -1 : 1;
  const named = items.map((item) => ({ item, text: textOf(item) }));
  const codes: { item: T; code: Code }[] = [];
  for (const { item, text } of named) {
    const code = codeOf(text);
    if (!code) break;
    codes.push({ item, code });
  }
  if (codes.length === items.length) return codes.sort((a, b) => sign * byCode(a.code, b.code)).map(({ item }) => item);
  return named
    .map(({ item, text }) => ({ item, text, read: counted(text) }))
    .sort((a, b) => sign * (chinese.compare(a.read, b.read) || chinese.compare(a.text, b.text)))
    .map(({ item }) => item);
}
