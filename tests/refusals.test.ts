/** Every «no» of food safety, gates, terminals, meals, goods and money between units stands in a test: by its name, its number, or words of its message. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const domains = [
  'alerts',
  'control',
  'device',
  'gate',
  'kitchen',
  'samples',
  'trace',
  'display',
  'headcount',
  'ordering',
  'menu',
  'stock',
  'purchase',
  'market',
  'settlement',
  'clearing',
  'billing',
  'promotion',
];
/** What shops refuse at a sale has a table of its own. */
const tables = [...domains.map((domain) => `${domain}/refusals`), 'market/sale-refusals'];

const said = /^ {2}([A-Z][A-Z_0-9]+): \{\s*errorcode: (\d+),[^}]*?message:\s*'((?:[^']|\\')*)'/gms;
const own = import.meta.filename;

async function testsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  const paths = entries.filter((one) => /\.test\.tsx?$/.test(one)).map((one) => join(folder, one));
  return Promise.all(paths.filter((path) => path !== own).map((path) => readFile(path, 'utf8')));
}

/** The longest stretch of a message between what is filled in; too short ones say nothing. */
const stretch = (message: string) =>
  message
    .split(/\{\w+\}/)
    .filter((part) => part.length >= 6)
    .toSorted((a, b) => b.length - a.length)[0];

test('no refusal of food safety, gates, terminals, meals, goods and money between units goes without a test', async () => {
  const root = join(import.meta.dirname, '..');
  const tests = (await Promise.all([testsBelow(join(root, 'src')), testsBelow(join(root, 'tests'))])).flat();
  const everything = tests.join('\n');
  const untested: string[] = [];
  let seen = 0;
  for (const table of tables) {
    const text = await readFile(join(root, 'src/domains', `${table}.ts`), 'utf8');
    for (const [, code = '', number = '', message = ''] of text.matchAll(said)) {
      seen += 1;
      const words = stretch(message);
      const named = new RegExp(`\\b(${code}|${number})\\b`).test(everything);
      if (!named && !(words && everything.includes(words))) untested.push(`${table}: ${code}`);
    }
  }
  expect(seen).toBeGreaterThan(220);
  expect(untested).toEqual([]);
});
