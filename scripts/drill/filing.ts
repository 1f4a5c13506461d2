/** Pictures hung on dishes and lists exported while backups are taken; and whether every file a restored record names came back with it. */
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { systemRandom } from '../../src/assemble.ts';
import { samplePicture } from '../../src/domains/device/testing.ts';
import { domains } from '../../src/domains/index.ts';
import { createDiskStore } from '../../src/kit/server/files/disk-store.ts';

import { again } from './again.ts';
import { clerk } from './calls.ts';

const dishes = '/admin/organization/organization_food';
const betweenMs = 1_000;
/** Every so many pictures a list is exported. */
const exportEvery = 4;

export async function startFiling(origins: readonly string[]): Promise<{ stop(): Promise<void> }> {
  const school = await clerk(origins, 'school');
  const { rows } = await school.post<{ rows: { id: number }[] }>(`${dishes}/query`, { size: 20 });
  let made = 0;
  return {
    stop: again(async () => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(samplePicture(`drill ${made}`))]), '菜品.jpg');
      const { key } = await school.post<{ key: string }>('/upload?purpose=image', form);
      const dish = await school.post<object>(`${dishes}/get`, { id: rows[made % rows.length]!.id });
      await school.post(`${dishes}/update`, { ...dish, image: key });
      if (made % exportEvery === 0) await school.post(`${dishes}/export`, { search: {} });
      made += 1;
    }, betweenMs),
  };
}

export interface FilesFound {
  /** Files that records name. */
  named: number;
  /** Of those, pictures of dishes and exported lists. */
  pictures: number;
  exports: number;
  /** Not there, or other bytes than before the disk was lost or than were written down when they came. */
  faults: number;
}

const keyIn = (column: string) => `regexp_replace(${column}, '^.*/files/', '')`;

async function digestOf(folder: string, key: string): Promise<string | undefined> {
  const found = await createDiskStore(folder, systemRandom).get(key);
  if (!found) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of found.stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Holds the files under `folder` against the records of the database and the files that were there `before`. */
export async function findFiles(pool: Pool, folder: string, before: string): Promise<FilesFound> {
  const columns = [
    'import_task.file_key',
    'export_task.file_key',
    ...domains.flatMap((domain) => [...(domain.files ?? []), ...Object.keys(domain.evidence ?? {})]),
  ];
  const uses = columns.map((name) => {
    const [table, column] = name.split('.');
    return `select '${name}' as place, ${keyIn(column!)} as key, null as sha256 from ${table} where ${column} <> ''`;
  });
  const { rows } = await pool.query<{ key: string; sha256: string | null; places: string[] }>(
    `select /* wall: every unit's */ key, max(sha256) as sha256, array_agg(distinct place) as places
     from (select '' as place, key, case when size > 0 then sha256 end from stored_file union all ${uses.join(' union all ')}) f group by key order by key`,
  );
  const told: FilesFound = { named: 0, pictures: 0, exports: 0, faults: 0 };
  for (const { key, sha256, places } of rows) {
    const was = await digestOf(before, key);
    // What was cleared away before is named still, and was not there to be lost.
    if (was === undefined) continue;
    told.named += 1;
    if (places.includes('dish.image')) told.pictures += 1;
    if (places.includes('export_task.file_key')) told.exports += 1;
    const is = await digestOf(folder, key);
    if (is !== was || (sha256 !== null && sha256.trim() !== is)) told.faults += 1;
  }
  return told;
}
