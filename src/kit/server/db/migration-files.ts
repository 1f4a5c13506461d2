/**
 * Collects the SQL files of kit and domains: `<folder>/migrations/YYYYMMDD-HHMM-why.sql`, named by when they were written, so
 * that two people never ask for one number. Those up to 0399 are from before; they stand, and go first.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface MigrationFile {
  /** Its place in the order: 202611221130 for `20261122-1130-…`, 1 for `0001-…`. */
  number: number;
  /** File name without folder, e.g. `0001-foundation.sql`. */
  name: string;
  path: string;
  sql: string;
  /** sha256 of the text, hex. */
  checksum: string;
}

const namePattern = /^(\d{8}-\d{4}|0[0-3]\d\d)-[a-z0-9-]+\.sql$/;

async function folders(sourceRoot: string): Promise<string[]> {
  const domains = join(sourceRoot, 'domains');
  const entries = await readdir(domains, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => join(domains, entry.name, 'migrations'));
  return [join(sourceRoot, 'kit', 'server', 'migrations'), ...names];
}

async function readOne(folder: string, name: string): Promise<MigrationFile> {
  const path = join(folder, name);
  const number = Number(namePattern.exec(name)?.[1]?.replace('-', ''));
  if (!number)
    throw new Error(
      `migration ${path}: the name must be YYYYMMDD-HHMM-why.sql, by when it is written (lower case, digits, dashes)`,
    );
  const sql = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
  return { number, name, path, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/**
 * All migrations under `sourceRoot` (the `src` folder), in their order.
 * @throws when a name is malformed or a number is given twice.
 */
export async function migrationFiles(sourceRoot: string): Promise<MigrationFile[]> {
  const files: MigrationFile[] = [];
  for (const folder of await folders(sourceRoot)) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.sql'));
    for (const name of names) files.push(await readOne(folder, name));
  }
  files.sort((a, b) => a.number - b.number);
  for (const [i, file] of files.entries()) {
    const before = files[i - 1];
    if (before?.number === file.number) {
      throw new Error(
        `migration number used twice: ${before.path}, ${file.path}: give the one that no database has run a free number`,
      );
    }
  }
  return files;
}
