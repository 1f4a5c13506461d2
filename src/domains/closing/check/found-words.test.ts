/** Every sentence the proof can write has its words: the sentences are read out of the proof itself. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { foundInWords } from './found-words.ts';

/** The found-texts of the SQL: formats with a number in every place, and plain literals. */
async function sentences(): Promise<string[]> {
  const text = await readFile(new URL('../../wallet/proof/invariants.sql', import.meta.url), 'utf8');
  const rules = text.slice(text.indexOf("select 'I1' as rule"));
  const found: string[] = [];
  for (const part of rules.split(/\nunion all\n/)) {
    const head = part.slice(0, part.search(/\nfrom /));
    const literals = [...head.matchAll(/'((?:[^']|'')*)'/g)].map((m) => m[1]!);
    const last = literals.findLast((l) => /[a-z]{3,} |%s|, which/.test(l))!;
    if (last.startsWith(', which')) found.push('answered with posting 12, which does not exist');
    else if (last.startsWith('no posted')) found.push(`${last}d:1:1:1`);
    else if (last.startsWith('rollup %s, trades')) found.push(last.replaceAll('%s', '{1,2}'));
    else found.push(last.replaceAll('%s', '12'));
  }
  return found;
}

describe('what was found', () => {
  test('no sentence of the proof is shown in English', async () => {
    const all = await sentences();
    expect(all.length).toBeGreaterThan(18);
    for (const sentence of all) expect(foundInWords(sentence, false), sentence).toMatch(/^[^a-z]+$/);
  });

  test.each([
    ['balance 29601, lines sum to 29600', false, '余额 296.01，流水合计 296.00，相差 0.01'],
    ['balance 3, lines sum to 5', true, '余额 3 次，流水合计 5 次，相差 -2 次'],
    ['version 9, 8 lines', false, '记账 9 次，流水 8 笔'],
    ['rollup //, lines 100/0/1', false, '汇总收入 0.00 支出 0.00，明细收入 1.00 支出 0.00'],
    ['something new', false, 'something new'],
  ])('%s', (found, meals, said) => {
    expect(foundInWords(found, meals)).toBe(said);
  });
});
