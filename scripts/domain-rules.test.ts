/** Order, doors and names of the domains are held against imports, types and services alike. */
import { expect, test } from 'vitest';
import { domainBreaks, doorBreaks, nameBreaks } from './domain-rules.ts';

const order = ['low', 'middle', 'high'];
const breaks = (files: Record<string, string>) => domainBreaks(new Map(Object.entries(files)), order);

test.each([
  ['a value', `import { a } from '../high/public.server.ts';`],
  ['a type', `import type { A } from '../high/public.server.ts';`],
  ['something loaded later', `const a = () => import('../high/public.server.ts');`],
])('%s of a higher domain may not be imported', (_, source) => {
  expect(breaks({ 'src/domains/low/a.ts': source })).toEqual([
    'src/domains/low/a.ts imports ../high/public.server.ts: high stands above low, which may know nothing of it',
  ]);
});

test('lower domains may be imported, and tests may look from above', () => {
  expect(breaks({ 'src/domains/high/a.ts': `import { a } from '../low/public.server.ts';` })).toEqual([]);
  expect(breaks({ 'src/domains/low/a.test.ts': `import { a } from '../high/public.server.ts';` })).toEqual([]);
  expect(breaks({ 'src/domains/low/cards/testing.ts': `import { a } from '../../high/domain.ts';` })).toEqual([]);
});

const declared = `declare module '../../kit/server/context.ts' {
  interface Services {
    /** The tower. */
    tower: Tower;
    climb(ctx: Ctx): void;
  }
}`;

test.each(['ctx.services.tower.look();', 'const { ids, tower } = ctx.services;', 'services.climb(ctx);'])(
  'what a higher domain puts into the services is as far away as its files: %s',
  (source) => {
    const asks = breaks({ 'src/domains/high/services.ts': declared, 'src/domains/low/a.ts': source });
    expect(asks).toHaveLength(1);
    expect(asks[0]).toMatch(
      /^src\/domains\/low\/a\.ts asks services\.(tower|climb): it is of high, which stands above low$/,
    );
  },
);

test('a lower domain offers the place, a higher one fills it', () => {
  const files = { 'src/domains/low/services.ts': declared, 'src/domains/high/domain.ts': 'services.tower = tower;' };
  expect(breaks(files)).toEqual([]);
});

test('a domain nobody put into the order is named', () => {
  expect(breaks({ 'src/domains/new/a.ts': '' })).toEqual([
    'src/domains/new stands in no order: put it into src/domains/index.ts, after the domains it leans on',
  ]);
});

const doors = (files: Record<string, string>) => doorBreaks(new Map(Object.entries(files)));
const open = 'it is open at public.ts and public.server.ts';

test.each([
  ['src/domains/high/a.ts', '../low/cards/card.ts', ''],
  ['src/domains/high/a.ts', '../low/tables.ts', ''],
  ['src/domains/high/a.ts', '../low/testing.ts', ''],
  ['src/demo/a.ts', '../domains/low/cards/card.ts', ''],
  ['src/assemble.ts', './domains/low/domain.ts', ''],
  ['src/domains/high/a.test.ts', '../low/cards/card.ts', ', for tests at testing.ts too'],
  ['bench/a.ts', '../src/domains/low/cards/card.ts', ', for tests at testing.ts too'],
])('%s may not reach %s', (file, specifier, more) => {
  for (const source of [`import { a } from '${specifier}';`, `import type { A } from '${specifier}';`])
    expect(doors({ [file]: source })).toEqual([`${file} imports ${specifier}: the inside of low; ${open}${more}`]);
});

test.each([
  ['src/domains/high/a.ts', '../low/public.ts'],
  ['src/domains/high/a.server.ts', '../low/public.server.ts'],
  ['src/domains/low/a.ts', './cards/card.ts'],
  ['src/domains/index.ts', './low/domain.ts'],
  ['src/domains/high/a.test.ts', '../low/cards/testing.ts'],
  ['src/domains/high/testing.ts', '../low/domain.ts'],
  ['tests/api/a.test.ts', '../../src/domains/low/cards/pages/card.page.ts'],
])('%s may come through %s', (file, specifier) => {
  expect(doors({ [file]: `import { a } from '${specifier}';` })).toEqual([]);
});

test('a door offers what somebody takes, nothing else', () => {
  const door = `export { a, type B } from './cards/card.ts';\nexport type { C } from './c.ts';`;
  const taken = `import { a, type C } from '../low/public.server.ts';`;
  expect(doors({ 'src/domains/low/public.server.ts': door, 'src/domains/high/a.ts': taken })).toEqual([
    'src/domains/low/public.server.ts offers B, which nobody takes: leave it out',
  ]);
});

test('a page file is named by the end of a path its pages stand at', () => {
  const named = (file: string, ...paths: string[]) =>
    nameBreaks(new Map(), new Map([[`src/domains/x/pages/${file}.page.ts`, paths]]));
  expect(named('user-push', '/admin/organization/user/push')).toEqual([]);
  expect(named('print-test', '/admin/cs/printTest')).toEqual([]);
  expect(named('statement', '/admin/organization/balance', '/admin/organization/statement')).toEqual([]);
  expect(named('push_user', '/admin/organization/user_push')).toEqual([
    'src/domains/x/pages/push_user.page.ts stands at /admin/organization/user_push: name it by the end of its path, organization-user-push.page.ts',
  ]);
});

test('a folder that holds too much is named; tests do not count', () => {
  const files = (count: number, end: string) =>
    new Map(Array.from({ length: count }, (_, i) => [`src/domains/x/cards/${i}${end}`, ''] as const));
  expect(nameBreaks(files(24, '.ts'), new Map())).toEqual([]);
  expect(nameBreaks(files(30, '.test.ts'), new Map())).toEqual([]);
  expect(nameBreaks(files(25, '.ts'), new Map())).toEqual([
    'src/domains/x/cards holds 25 files: more than 24, give its nouns folders of their own',
  ]);
});
