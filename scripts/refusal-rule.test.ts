/** Errorcodes stay within the range of their domain. */
import { expect, test } from 'vitest';
import { refusalBreaks } from './refusal-rule.ts';

const refusals = (head: string, ...codes: number[]) =>
  `/** ${head} */\nexport const all = defineRefusals({ ${codes.map((code, i) => `A${i}: { errorcode: ${code} }`).join(', ')} });`;
const breaks = (files: Record<string, string>) =>
  refusalBreaks(new Map(Object.entries(files).map(([domain, text]) => [`src/domains/${domain}/refusals.ts`, text])));

test('codes within the range, and exceptions the comment names, pass', () => {
  expect(breaks({ a: refusals('Numbers 1400–1499 (and 1012, which the console knows).', 1012, 1400, 1499) })).toEqual(
    [],
  );
});

test.each([
  [
    'outside',
    { a: refusals('Numbers 3000–3099.', 3100) },
    'src/domains/a/refusals.ts: errorcode 3100 lies outside 3000–3099',
  ],
  [
    'twice',
    { a: refusals('Numbers 3000–3099.', 3001, 3001) },
    'src/domains/a/refusals.ts: errorcode 3001 is given already, in src/domains/a/refusals.ts',
  ],
  [
    'no range',
    { a: refusals('Every no.', 3001) },
    'src/domains/a/refusals.ts says no range of errorcodes: write it into the first line, e.g. «numbers 3100–3199»',
  ],
  [
    'overlap',
    { a: refusals('Numbers 3000–3099.'), b: refusals('Numbers 3050–3149.') },
    'src/domains/b/refusals.ts takes 3050–3149, of which a has 3000–3099: take a range that is free',
  ],
])('%s is a break', (_, files, sentence) => {
  expect(breaks(files as Record<string, string>)).toEqual([sentence]);
});
