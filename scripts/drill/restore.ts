/**
 * A full and an incremental backup while terminals swipe and clerks file pictures, then the disk is lost. The database comes back as
 * it stood at a chosen instant between: all that was answered before is there, nothing sent after, invariants and the chain of seals
 * hold; and with it every file its records name, byte for byte.
 */
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { assemble } from '../../src/assemble.ts';
import { closeMonth } from '../../src/domains/wallet/public.server.ts';
import { isoAt, systemClock } from '../../src/kit/server/clock.ts';
import { readConfig } from '../../src/kit/server/config.ts';
import { createPool } from '../../src/kit/server/db/pool.ts';
import { isRefusal, refusalMessage } from '../../src/kit/server/refusal.ts';
import { inRoot } from '../paths.mjs';
import { compare, isWhole } from './compare.ts';
import { findFiles, startFiling } from './filing.ts';
import { drillFolder, fill } from './house.ts';
import type { DrillOptions } from './main.ts';
import { archivedPostgres } from './postgres.ts';
import { run } from './programs.ts';
import { report } from './report.ts';
import { serverProcess } from './server-process.ts';
import { startSwiping } from './swiping.ts';

const underLoadMs = 8_000;
const monthMs = 31 * 86_400_000;
const quiet = () => undefined;
const sealsSql = 'select business_date, chain_hash from ledger_seal where organization_id = $1 order by business_date';

/** Money of last month, and that month closed: the beginning of a chain of seals. */
async function sealLastMonth(databaseUrl: string, folder: string, organizationId: number): Promise<void> {
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'closing'), ROLE: 'api' }, folder);
  const { services, stop } = await assemble({ config, log: { info: quiet, warn: quiet, error: quiet } });
  try {
    const occurredAt = systemClock.now() - monthMs;
    const { rows } = await services.pool.query<{ id: number }>(
      `select person_id as id from wallet where organization_id = $1 and kind = 'MAIN' and status <> 'CLOSED' order by 1 limit 50`,
      [organizationId],
    );
    const outcomes = await services.wallet.submitMany(
      rows.map(({ id }, i) => ({
        kind: 'DEPOSIT',
        organizationId,
        requestKey: `drill:${id}`,
        personId: id,
        occurredAt: occurredAt - (i % 3) * 86_400_000,
        amountFen: 100 + i,
      })),
    );
    for (const outcome of outcomes) if (!('posted' in outcome)) throw new Error(refusalMessage(outcome));
    const month = isoAt(occurredAt).slice(0, 10);
    const closed = await closeMonth(services, { organizationId, month, operatorId: 0 });
    if (isRefusal(closed)) throw new Error(refusalMessage(closed));
  } finally {
    await stop();
  }
}

/** `npm run backup -- … --files` and `npm run restore`, as the operator runs them. */
function filesBackup(env: Readonly<Record<string, string>>, folder: string) {
  const say = (...args: string[]) => run(process.execPath, [inRoot('scripts', 'backup.ts'), ...args], { env });
  const to = join(folder, 'files-backups');
  return {
    take: () => void say('backup', to, '--files'),
    restore: async () => void say('restore', join(to, (await readdir(to)).sort().at(-1)!)),
  };
}

export async function restore({ connections = 24, write, keep }: DrillOptions): Promise<void> {
  const folder = await drillFolder('restore');
  const database = await archivedPostgres(folder);
  let pool = createPool({ connectionString: database.databaseUrl }, { max: 2, statementTimeoutMs: 0 });
  const files = join(folder, 'files');
  const env = {
    DATABASE_URL: database.databaseUrl,
    FILES_DIR: files,
    ONECARD_DEMO: '1',
    DEMO_LIVE: '0',
  };
  const server = await serverProcess({ number: 0, folder, env });
  try {
    const { organizationId, rush } = await fill(database.databaseUrl, folder, connections);
    await sealLastMonth(database.databaseUrl, folder, organizationId);
    const seals = (await pool.query(sealsSql, [organizationId])).rows;
    await server.start();
    const swiping = startSwiping({ origins: [server.origin], rush, restMs: 60 });
    const filing = await startFiling([server.origin]);
    const copies = filesBackup({ ...env, DATA_DIR: folder }, folder);
    const timed = (work: () => void) => {
      const began = performance.now();
      work();
      return (performance.now() - began) / 1000;
    };
    await pause(underLoadMs);
    const fullSeconds = timed(() => database.backup('full'));
    await pause(underLoadMs);
    const incrSeconds = timed(() => database.backup('incr'));
    await pause(underLoadMs);
    const { rows } = await pool.query<{ at: string }>(
      `select to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS.USOF') as at`,
    );
    const chosen = performance.now();
    await pause(underLoadMs);
    // Files never change once they are written: a copy taken after the instant has all that records of the instant name.
    copies.take();
    await pause(underLoadMs);
    await swiping.stop();
    await filing.stop();
    await pool.query('select 1');
    // The log up to here is in the archive before the disk is lost; what was chosen lies before.
    await archived(pool);
    await server.end('SIGKILL');
    await pool.end();
    database.kill();
    const sizes = database.sizes();
    await database.loseData();
    const lost = `${files}-lost`;
    await rename(files, lost);
    const restoreSeconds = timed(() => {
      database.restore(rows[0]!.at);
      database.start();
    });
    await copies.restore();
    pool = createPool({ connectionString: database.databaseUrl }, { max: 2, statementTimeoutMs: 0 });
    for (;;) {
      const { rows: state } = await pool.query<{ away: boolean }>('select pg_is_in_recovery() as away');
      if (!state[0]!.away) break;
      await pause(200);
    }
    const before = swiping.acknowledged.filter((one) => one.at < chosen);
    const perhaps = swiping.acknowledged.filter((one) => one.at - one.waitedMs < chosen);
    const money = await compare(pool, organizationId, rush.terminals, before, perhaps);
    const found = await findFiles(pool, files, lost);
    const kept = (await pool.query(sealsSql, [organizationId])).rows;
    const chain = JSON.stringify(kept) === JSON.stringify(seals) && seals.length > 0;
    const told = await pool.query<{ n: number }>('select count(*)::int as n from backup_run');
    report(
      'restore',
      [
        ['终端', connections],
        ['全量备份（秒，MiB）', `${fullSeconds.toFixed(1)}，${(sizes.fullBytes / 2 ** 20).toFixed(0)}`],
        ['增量备份（秒）', incrSeconds.toFixed(1)],
        ['恢复到选定的时刻（秒）', restoreSeconds.toFixed(1)],
        ['刷卡共应答，其中在选定的时刻之前', `${swiping.acknowledged.length}，${before.length}`],
        ['缺少、重复、时刻之后的', `${money.lost}、${money.doubled}、${money.unasked}`],
        ['不变式不成立', money.invariantBreaks],
        ['封账链（天），与备份前相同', `${kept.length}，${chain ? '是' : '否'}`],
        ['记录所指的文件，其中菜品图片、导出', `${found.named}，${found.pictures}、${found.exports}`],
        ['文件缺少或与原来不同', found.faults],
        ['记入数据库的备份', told.rows[0]!.n],
      ],
      {
        passed:
          isWhole(money) &&
          chain &&
          swiping.acknowledged.length > before.length &&
          found.faults === 0 &&
          found.pictures > 0 &&
          found.exports > 0,
        write,
      },
    );
  } finally {
    await server.end('SIGKILL');
    await pool.end().catch(quiet);
    try {
      database.stop();
    } catch {
      // It is down already.
    }
    if (!keep) await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until the log written so far is in the archive. */
async function archived(pool: ReturnType<typeof createPool>): Promise<void> {
  const { rows } = await pool.query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file');
  for (;;) {
    const { rows: now } = await pool.query<{ last: string | null }>(
      'select last_archived_wal as last from pg_stat_archiver',
    );
    if ((now[0]!.last ?? '') >= rows[0]!.file) return;
    await pause(500);
  }
}
