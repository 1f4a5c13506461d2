/** A server, a clerk's machine or a worker in another time zone tells the same days: the offset of the books is said, never the host's. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ empty: true });
});
afterAll(() => database?.drop());

interface Told {
  read: { day: string; at: string; zone: string }[];
  written: unknown;
  books: [string, number, string, string, string][];
  sheet: string[][];
  screen: [string, string, number][];
}

async function toldIn(zone: string): Promise<Told> {
  const child = fileURLToPath(new URL('./child.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [child, database.connectionString], {
    env: { ...process.env, TZ: zone, PGTZ: zone },
  });
  return JSON.parse(stdout) as Told;
}

test('days and moments of the database, the books, sheets and the screen are those of +08:00', async () => {
  const told = await toldIn('Asia/Shanghai');
  expect(told.books.map(([day]) => day)).toEqual([
    '2026-03-28',
    '2026-10-31',
    '2026-10-31',
    '2026-11-01',
    '2026-12-31',
  ]);
  expect(told.read.map(({ day, zone }) => [day, zone])).toEqual(
    ['2026-03-29', '2026-11-01', '2026-11-01', '2026-11-01', '2026-12-31'].map((day) => [day, 'Asia/Shanghai']),
  );
  expect(told.sheet.map(([day]) => day)).toEqual(told.read.map(({ day }) => day));
});

test.each(['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Europe/Berlin'])(
  'a process in %s tells the same',
  async (zone) => {
    expect(await toldIn(zone)).toEqual(await toldIn('Asia/Shanghai'));
  },
);
