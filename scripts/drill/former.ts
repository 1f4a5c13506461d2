/** The version before this one, taken out of the history. */
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationFiles } from '../../src/kit/server/db/migration-files.ts';
import { takesStop } from '../lock-rule.ts';
import { inRoot, root } from '../paths.mjs';
import { run } from './programs.ts';

const migrations = 'src/**/migrations/*.sql';
/**
 * Servers from before these cannot run on what they made, though they do not say so themselves as those after them do
 * (`-- stop:`): that step takes a stop, as docs/operating.md says.
 */
const unsaidStops = ['20261129-1005-plain-swipes.sql', '20261129-1015-spent-in-purse.sql'];

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

export type Former = { version: string } | { none: string };

/** The last release, or the last commit that knew fewer migrations; or why there is none to run beside this one. */
export async function formerVersion(): Promise<Former> {
  const version = lastBefore();
  if (!version) return { none: '这里没有先前版本的历史（浅克隆）。完整克隆后再执行（git fetch --unshallow）。' };
  const known = git('ls-tree', '-r', '--name-only', version) ?? '';
  const stops = (await migrationFiles(inRoot('src'))).filter(
    ({ name, sql }) => takesStop(sql) || unsaidStops.includes(name),
  );
  const stop = stops.find(({ name }) => !known.includes(name))?.name;
  return stop ? { none: `先前的版本 ${version.slice(0, 12)} 升级时须停下服务（${stop}）。` } : { version };
}

function lastBefore(): string | undefined {
  const top = git('rev-parse', '--show-toplevel');
  if (!top || realpathSync(top) !== realpathSync(root)) return undefined;
  if (git('status', '--porcelain', '--', migrations)) return git('rev-parse', 'HEAD');
  const tag = git('describe', '--tags', '--abbrev=0', 'HEAD^');
  if (tag) return tag;
  const last = git('log', '-1', '--format=%H', '--diff-filter=A', '--', migrations);
  return last ? git('rev-parse', '--verify', '--quiet', `${last}^`) : undefined;
}

/** Its files in a folder, with this checkout's dependencies; `leave` lets go of these. */
export async function takeOut(version: string, folder: string): Promise<{ checkout: string; leave(): Promise<void> }> {
  const checkout = join(folder, 'former');
  const packed = join(folder, 'former.tar');
  await mkdir(checkout);
  run('git', ['archive', '--format=tar', `--output=${packed}`, version], { cwd: root });
  run('tar', ['-xf', packed], { cwd: checkout });
  await rm(packed);
  const link = join(checkout, 'node_modules');
  await symlink(inRoot('node_modules'), link, 'junction');
  return { checkout, leave: () => rm(link, { force: true }) };
}
