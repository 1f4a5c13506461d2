/** The direction rules find each kind of break and let the allowed ways pass. */
import { expect, test } from 'vitest';
import { clockBreaks } from './clock-rule.ts';
import { importBreaks } from './import-rules.ts';
import { importsOf } from './imports.ts';

const tree = (files: Record<string, string>) => new Map(Object.entries(files));

test('imports are read from all their forms, not from comments and strings', () => {
  const source = `
// import a from './no.ts';
/* import b from './no.ts'; */
import c, { d } from './c.ts';
import type { E } from '../e.ts';
import {
  f,
  g,
} from './f.ts';
import './g.css';
export { h } from './h.ts';
export const text = 'import x from "./no.ts"';
const late = () => import('./late.tsx');
`;
  expect(importsOf('src/a/b.ts', source)).toEqual([
    { specifier: './c.ts', file: 'src/a/c.ts', typeOnly: false, lazy: false },
    { specifier: '../e.ts', file: 'src/e.ts', typeOnly: true, lazy: false },
    { specifier: './f.ts', file: 'src/a/f.ts', typeOnly: false, lazy: false },
    { specifier: './g.css', file: 'src/a/g.css', typeOnly: false, lazy: false },
    { specifier: './h.ts', file: 'src/a/h.ts', typeOnly: false, lazy: false },
    { specifier: './late.tsx', file: 'src/a/late.tsx', typeOnly: false, lazy: true },
  ]);
});

test.each([
  ['src/kit/server/a.ts', '../../domains/wallet/queries.ts', 'the kit knows no domain'],
  ['src/kit/define/a.ts', 'node:fs', 'a definition is pure: both sides read it'],
  ['src/domains/x/pages/a.page.ts', 'react', 'a definition is pure: both sides read it'],
  ['src/domains/x/pages/a.page.ts', './a.server.ts', 'a definition is pure: both sides read it'],
  ['src/kit/console/a.tsx', '../server/clock.ts', 'the console runs in a browser'],
  ['src/domains/x/pages/a.view.tsx', './a.server.ts', 'the console runs in a browser'],
  ['src/kit/server/a.ts', '../console/a.tsx', 'the server draws no screen'],
])('%s must not import %s', (file, specifier, reason) => {
  expect(importBreaks(tree({ [file]: `import { a } from '${specifier}';` }))).toEqual([
    `${file} imports ${specifier}: ${reason}`,
  ]);
});

test.each([
  ['src/domains/x/a.ts', './tables.ts'],
  ['src/domains/x/pages/a.server.ts', './a.page.ts'],
  ['src/domains/x/pages/a.page.ts', '../../../kit/define/page.ts'],
  ['src/server.ts', './domains/index.ts'],
])('%s may import %s', (file, specifier) => {
  expect(importBreaks(tree({ [file]: `import { a } from '${specifier}';` }))).toEqual([]);
});

test('a circle is named; types and later loading close none', () => {
  const circle = {
    'src/a.ts': `import { b } from './b.ts';`,
    'src/b.ts': `import { c } from './c.ts';`,
    'src/c.ts': `import { a } from './a.ts';`,
  };
  expect(importBreaks(tree(circle))).toEqual(['circle: src/a.ts → src/b.ts → src/c.ts → src/a.ts']);
  expect(importBreaks(tree({ ...circle, 'src/c.ts': `import type { a } from './a.ts';` }))).toEqual([]);
  expect(importBreaks(tree({ ...circle, 'src/c.ts': `const a = () => import('./a.ts');` }))).toEqual([]);
});

test('a browser is kept from the server over any number of files', () => {
  const files = {
    'src/domains/x/pages/a.page.ts': `import { pattern } from '../take.ts';`,
    'src/domains/x/take.ts': `import { isoAt } from '../../kit/server/clock.ts';`,
    'src/kit/server/clock.ts': '',
  };
  expect(importBreaks(tree(files))).toEqual([
    'a browser would load the server: src/domains/x/pages/a.page.ts → src/domains/x/take.ts → src/kit/server/clock.ts',
  ]);
  const types = { ...files, 'src/domains/x/take.ts': `import type { Clock } from '../../kit/server/clock.ts';` };
  expect(importBreaks(tree(types))).toEqual([]);
});

test('only a clock reads the time', () => {
  const files = { 'src/kit/server/clock.ts': 'Date.now()', 'src/a.ts': '// Date.now()\nnew Date(0);\nnew Date();' };
  expect(clockBreaks(tree(files))).toEqual(['src/a.ts:3 asks the machine for the time: take a Clock']);
});
