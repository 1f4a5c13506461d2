/**
 * Where the cluster lives: in the data directory, unless that is closed to the cluster's user (a checkout under a
 * 0700 home, started by root). Then it lives under /var/lib/onecard and the data directory keeps a note of the place.
 */
import { chmod, chown, mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { exists, readText } from './files.ts';
import { type RunAs, run } from './process.ts';
import { clusterUser } from './run-as.ts';

/** Folder for clusters and program copies that cannot live in the checkout. */
export const systemHome = '/var/lib/onecard';
const noteName = 'cluster-place.json';

interface Note {
  /** The data directory the note was written for; differs after a move or a copy. */
  dataDir: string;
  home: string;
}

export interface Place {
  /** Holds cluster, password and lock. */
  home: string;
  /** The cluster itself; may not exist yet. */
  cluster: string;
  /** The user that runs the cluster; undefined means the user of this process. */
  as: RunAs | undefined;
}

async function writeNote(note: Note): Promise<void> {
  await writeFile(join(note.dataDir, noteName), JSON.stringify(note));
}

async function knownHome(dataDir: string): Promise<string | undefined> {
  if (await exists(join(dataDir, 'pg'))) return dataDir;
  const text = await readText(join(dataDir, noteName));
  if (!text) return undefined;
  const note = JSON.parse(text) as Note;
  if (note.dataDir === dataDir) return note.home;
  // A moved data directory keeps its cluster; a copy, whose original is still there, gets one of its own.
  if (await exists(join(note.dataDir, noteName))) return undefined;
  await writeNote({ dataDir, home: note.home });
  return note.home;
}

/** Has `dataDir` a cluster, in itself or elsewhere? */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return (await exists(join(dataDir, 'pg'))) || (await exists(join(dataDir, noteName)));
}

async function newHome(dataDir: string, as: RunAs | undefined, log: (message: string) => void): Promise<string> {
  if (!as) return dataDir;
  if ((await run('/bin/sh', ['-c', 'test -d "$0" && test -x "$0"', dataDir], as)).code === 0) return dataDir;
  await mkdir(systemHome, { recursive: true, mode: 0o755 });
  const home = await mkdtemp(join(systemHome, 'cluster-'));
  await chmod(home, 0o755);
  log(`数据目录 ${dataDir} 对数据库用户 ${as.name} 不可达，数据库保存在 ${home}`);
  await writeNote({ dataDir, home });
  return home;
}

/**
 * The place of the cluster for `dataDir`; both folders are created when missing.
 * @throws OperatorError when the folder cannot be created or written, or belongs to another user.
 */
export async function findPlace(dataDir: string, log: (message: string) => void): Promise<Place> {
  try {
    await mkdir(dataDir, { recursive: true });
    const real = await realpath(dataDir);
    const known = await knownHome(real);
    const as = await clusterUser(join(known ?? real, 'pg'));
    const home = known ?? (await newHome(real, as, log));
    return { home, cluster: join(home, 'pg'), as };
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`数据目录 ${dataDir} 无法使用：${(error as Error).message}`);
  }
}

/** Creates `folder` (0700) owned by the cluster's user. */
export async function privateFolder(folder: string, as: RunAs | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (as) await chown(folder, as.uid, as.gid);
}
