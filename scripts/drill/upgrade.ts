/**
 * The version before and this one on one database: servers of the former run on, on the schema of the new, while new ones come up
 * beside them; both swipe, list, export and grant. Then the former leave.
 */
import { spawnSync } from 'node:child_process';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setUpRush } from '../../bench/rush-setup.ts';
import { assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/kit/server/config.ts';
import { startEmbedded } from '../../src/kit/server/db/embedded/start.ts';
import { createPool } from '../../src/kit/server/db/pool.ts';
import { asUrl } from '../../tests/support/postgres-server.ts';
import { inRoot, root } from '../paths.mjs';
import { compare, isWhole } from './compare.ts';
import { drillFolder } from './house.ts';
import type { DrillOptions } from './main.ts';
import { report } from './report.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';
import { longestSilence, startSwiping } from './swiping.ts';
import { officeWork } from './work.ts';

const quiet = () => undefined;

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** The last version that knew fewer migrations; undefined where the history is not here (a shallow clone). */
function formerVersion(): string | undefined {
  const tag = git('describe', '--tags', '--abbrev=0', 'HEAD^');
  if (tag) return tag;
  const last = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'src/**/migrations/*.sql');
  return last ? git('rev-parse', '--verify', '--quiet', `${last}^`) : undefined;
}

export async function upgrade({ connections = 16, write, keep }: DrillOptions): Promise<void> {
  const former = formerVersion();
  if (!former) {
    console.log('这里没有先前版本的历史（浅克隆）：略过。完整克隆后再执行（git fetch --unshallow）。');
    return;
  }
  const folder = await drillFolder('upgrade');
  const before = join(folder, 'former');
  if (git('worktree', 'add', '--detach', before, former) === undefined) throw new Error(`取不出先前的版本 ${former}`);
  const cluster = await startEmbedded({ dataDir: folder, log: quiet, durable: true });
  const pool = createPool(cluster.connection, { max: 2, statementTimeoutMs: 0 });
  const env = {
    DATABASE_URL: asUrl(cluster.connection),
    FILES_DIR: join(folder, 'files'),
    DEMO_LIVE: '0',
    ONECARD_DEMO: '1',
  };
  const servers: ServerProcess[] = [];
  try {
    await symlink(inRoot('node_modules'), join(before, 'node_modules'));
    // The house is opened by the former version, as it was.
    const old = await serverProcess({ number: 0, folder, env, root: before });
    servers.push(old);
    await old.start();
    const known = await pool.query<{ n: number }>('select count(*)::int as n from schema_migration');
    // This version's start brings the schema forward under it.
    const config = readConfig({ ...env, DATA_DIR: join(folder, 'asking'), ROLE: 'api' }, folder);
    const { services, stop } = await assemble({ config, log: { info: quiet, warn: quiet, error: quiet } });
    const { id: organizationId } = await services.db
      .selectFrom('employee as e')
      .innerJoin('account as a', 'a.id', 'e.account_id')
      .select('e.unit_id as id')
      .where('a.login_name', '=', 'school')
      .executeTakeFirstOrThrow();
    const rush = await setUpRush(services, organizationId, { people: 1_000, terminals: connections });
    await stop();
    const now = await pool.query<{ n: number }>('select count(*)::int as n from schema_migration');
    const fresh = await serverProcess({ number: 1, folder, env });
    servers.push(fresh);
    const swiping = startSwiping({ origins: servers.map((one) => one.origin), rush, restMs: 80 });
    // The former alone on the new schema, then both.
    await officeWork([old.origin], pool, organizationId, { importRows: 200, exports: 1, name: '旧' });
    await fresh.start();
    await officeWork([fresh.origin], pool, organizationId, { importRows: 200, exports: 1, name: '新' });
    const at = performance.now();
    await old.end('SIGTERM');
    await pause(3_000);
    const silence = longestSilence(swiping.acknowledged, at, performance.now());
    await swiping.stop();
    await fresh.end('SIGTERM');
    const money = await compare(pool, organizationId, rush.terminals, swiping.acknowledged);
    report(
      'upgrade',
      [
        ['先前的版本', former.slice(0, 12)],
        ['它知道的迁移，现在的', `${known.rows[0]!.n}，${now.rows[0]!.n}`],
        ['旧节点在新结构上：刷卡、导入、导出、补贴', '完成'],
        ['新节点在旧节点旁：刷卡、导入、导出、补贴', '完成'],
        ['旧节点离开时没有任何应答的最长时间（毫秒）', Math.round(silence)],
        ['已应答的刷卡', money.acknowledged],
        ['丢失、重复、无人刷过', `${money.lost}、${money.doubled}、${money.unasked}`],
        ['不变式不成立', money.invariantBreaks],
      ],
      { passed: isWhole(money), write },
    );
  } finally {
    for (const server of servers) await server.end('SIGKILL');
    await pool.end();
    await cluster.stop();
    await rm(join(before, 'node_modules'), { force: true });
    git('worktree', 'remove', '--force', before);
    if (!keep) await rm(folder, { recursive: true, force: true });
  }
}
