/** Finds the PostgreSQL programs of the machine, so that the suites also run on a version we do not ship. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Binaries } from '../../src/kit/server/db/embedded/binaries.ts';

const debianFolder = '/usr/lib/postgresql';

function candidates(): string[] {
  const debian = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const byVersion = debian.sort((a, b) => Number(a) - Number(b)).map((version) => join(debianFolder, version, 'bin'));
  return [
    ...(process.env.PG_BIN ? [process.env.PG_BIN] : []),
    ...byVersion,
    ...(process.env.PATH ?? '').split(delimiter),
  ];
}

/**
 * The machine's own PostgreSQL: the folder in PG_BIN, else the oldest of Debian's, else the one in PATH.
 * @throws when there is none.
 */
export function machineBinaries(): Binaries {
  const bin = candidates().find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')));
  if (!bin) throw new Error('no PostgreSQL on this machine: install one (apt-get install postgresql) or set PG_BIN');
  const said = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8', cwd: dirname(bin) });
  return { bin, major: Number(/\d+/.exec(said)?.[0]) };
}
