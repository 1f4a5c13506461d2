/** The rule against second connections sees the ways a context's pool is reached, and nothing else. */
import { expect, test } from 'vitest';
import { poolBreaks } from './pool-rule.ts';

const imports = `import type { Ctx, Services } from '../../kit/server/context.ts';\n`;
const found = (body: string, head = imports) =>
  poolBreaks(new Map([['src/domains/x/do.ts', head + body]])).map((line) => line.split(' ')[0]);

test('each way to the pool through a context is named with its line', () => {
  expect(found('export const a = (ctx: Ctx) => ctx.services.pool.query("select 1");')).toEqual([
    'src/domains/x/do.ts:2',
  ]);
  expect(found('\nconst b = (inner: Ctx) => inner.services.db.selectFrom("x");')).toEqual(['src/domains/x/do.ts:3']);
  expect(found('const { pool, wallet } = ctx.services;')).toHaveLength(1);
  expect(found('const { session, services } = ctx;\nawait services.pool.query("");')).toEqual([
    'src/domains/x/do.ts:3',
  ]);
  expect(found('const { services } = ctx;\nconst { db } = services;')).toEqual(['src/domains/x/do.ts:3']);
});

test('work without a context may use the pool, and a context may use the other services', () => {
  expect(found('export const job = (services: Services) => services.pool.query("");')).toEqual([]);
  expect(found('ctx.services.pool', `import type { Services } from '../../kit/server/context.ts';\n`)).toEqual([]);
  expect(found('const { wallet } = ctx.services; // not ctx.services.pool')).toEqual([]);
});
