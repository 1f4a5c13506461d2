/** README, ARCHITECTURE.md and docs name only what is there: files, records of decisions, commands, settings. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from './paths.mjs';

const under = (folder: string) =>
  readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
const there = new Set([
  ...readdirSync(inRoot()),
  ...['src', 'tests', 'scripts', 'bench', 'deploy', 'docs'].flatMap(under),
]);
const ends = new Set([...there].flatMap((path) => path.split('/').map((_, i, parts) => parts.slice(i).join('/'))));
const read = (path: string) => readFileSync(inRoot(path), 'utf8');
const texts = [...there].filter((path) => path.endsWith('.md') && !path.startsWith('src/'));

/** What `found` finds in the texts and `holds` does not bear out, each with the text that says it. */
const untrue = (found: RegExp, holds: (what: string, text: string) => boolean, from = texts) =>
  from.flatMap((text) =>
    [...read(text).matchAll(found)].filter(([, what]) => !holds(what!, text)).map(([, what]) => `${text}: ${what}`),
  );

test('links lead somewhere', () => {
  expect(texts).toContain('docs/adr/0001-scope-in-the-query-layer.md');
  const leads = (to: string, text: string) => there.has(normalize(join(dirname(text), to)).replace(/\/$/, ''));
  expect(untrue(/\]\((?!https?:)([^)#\s]+)/g, leads)).toEqual([]);
});

test('files of the code are there, by the end of their path', () => {
  // Not patterns, endings, addresses of the API, nor the name that a migration to be written is given.
  const named = /`((?!YYYYMMDD)[\w-][\w./-]*\.(?:tsx?|mjs|css|sql|yaml|sh|json|md))`/g;
  expect(untrue(named, (file) => ends.has(file))).toEqual([]);
});

test('records of decisions are there', () => {
  const numbers = new Set(readdirSync(inRoot('docs/adr')).map((file) => file.slice(0, 4)));
  expect(untrue(/adr\/(\d{4})/g, (number) => numbers.has(number))).toEqual([]);
});

test('commands are there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(untrue(/npm run ([a-z][a-z:-]*)/g, (name) => name in scripts)).toEqual([]);
});

test('settings are read by something', () => {
  const code = [...there]
    .filter((path) => /^(src|scripts|deploy|tests|bench)\/.*\.(ts|mjs|sh|ya?ml)$/.test(path))
    .map(read);
  const settings = /^\| `([A-Z][A-Z0-9_]*)`/gm;
  expect(untrue(settings, (name) => code.some((text) => text.includes(name)), ['docs/operating.md'])).toEqual([]);
});
