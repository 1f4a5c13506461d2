/** Initials of Chinese words as people type them: 番茄炒蛋 is fqcd. By the order of characters in the runtime's own Chinese collation. */
const order = new Intl.Collator('zh-CN-u-co-pinyin');
/** The first common character of each initial; no syllable begins with i, u or v. */
const firsts: readonly (readonly [string, string])[] = [
  ['a', '阿'],
  ['b', '八'],
  ['c', '嚓'],
  ['d', '哒'],
  ['e', '妸'],
  ['f', '发'],
  ['g', '旮'],
  ['h', '哈'],
  ['j', '讥'],
  ['k', '咔'],
  ['l', '垃'],
  ['m', '痳'],
  ['n', '拏'],
  ['o', '噢'],
  ['p', '妑'],
  ['q', '七'],
  ['r', '呥'],
  ['s', '仨'],
  ['t', '它'],
  ['w', '穵'],
  ['x', '夕'],
  ['y', '丫'],
  ['z', '帀'],
];

/** Characters of dishes that are spoken otherwise than they are filed. */
const spoken: Readonly<Record<string, string>> = { 茄: 'q', 蛤: 'g', 卜: 'b' };

const known = new Map<string, string>();

function initialOf(char: string): string {
  if (!/\p{Script=Han}/u.test(char)) return /[a-z0-9]/i.test(char) ? char.toLowerCase() : '';
  if (spoken[char]) return spoken[char];
  let found = '';
  for (const [letter, first] of firsts) if (order.compare(char, first) >= 0) found = letter;
  return found;
}

export function initials(text: string): string {
  let cached = known.get(text);
  if (cached === undefined) {
    cached = [...text].map(initialOf).join('');
    known.set(text, cached);
  }
  return cached;
}

/** Does a name hold what was typed, as characters or as initials? */
export function matches(name: string, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return wanted === '' || name.toLowerCase().includes(wanted) || initials(name).includes(wanted);
}
