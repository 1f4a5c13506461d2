/** SQL text that passes by the tenant wall is seen by the check. */
import { expect, test } from 'vitest';
import { sqlBreaks } from './sql-rule.ts';

const rules = {
  dish: { organization: 'organization_id' },
  bill: { party: { ORGANIZATION: 'organization_id', CONTRACTOR: 'contractor_id' } },
  note: 'global',
} as const;
const found = (sql: string) => sqlBreaks(new Map([['src/domains/x/do.ts', `\nconst a = ${sql};`]]), rules);

test('a statement on a tenant table that does not say whose rows it means is named, with what to do', () => {
  expect(found('`select name from dish where id = $1`')).toEqual([
    'src/domains/x/do.ts:2 SQL on dish does not say whose rows it means: name organization_id, use the query builder, or say /* wall: what holds it in the scope */',
  ]);
  expect(found("'update bill set paid = true where id = $1'")).toHaveLength(1);
  expect(found('`(select d.name from dish d where d.id = t.dish_id)`')).toHaveLength(1);
});

test('one that names the owner, or says what holds it, or asks no tenant, is fine', () => {
  expect(found('`select name from dish where organization_id = $1`')).toEqual([]);
  expect(found('`update bill set paid = true where contractor_id = $1`')).toEqual([]);
  expect(found('`select /* wall: a sweep of all */ count(*) from dish`')).toEqual([]);
  expect(found('`select text from note`')).toEqual([]);
  expect(found("'the dish is from dish of the day'")).toEqual([]);
});
