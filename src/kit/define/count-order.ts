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

/** The items in the order their texts are counted in; each text is read once, since a comparison reads two. */
export function inCountOrder<T>(items: readonly T[], textOf: (item: T) => string, falling = false): T[] {
  const sign = falling ? -1 : 1;
  return items
    .map((item) => {
      const text = textOf(item);
      return { item, text, read: counted(text) };
    })
    .sort((a, b) => sign * (chinese.compare(a.read, b.read) || chinese.compare(a.text, b.text)))
    .map(({ item }) => item);
}
