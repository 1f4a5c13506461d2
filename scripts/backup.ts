/** npm run backup -- 目录 [--files] · npm run restore -- 备份目录: see docs/operating.md. */
import { resolve } from 'node:path';
import { takeBackup, wholeBackups } from '../src/kit/server/backup/backup.ts';
import { restoreBackup } from '../src/kit/server/backup/restore.ts';
import { systemClock } from '../src/kit/server/clock.ts';
import { readConfig } from '../src/kit/server/config.ts';
import { OperatorError } from '../src/kit/server/db/operator-error.ts';
import { consoleLog } from '../src/kit/server/log.ts';
import { root } from './paths.mjs';

const [verb, ...args] = process.argv.slice(2);
const folder = args.find((arg) => !arg.startsWith('--'));
const { dataDir, filesDir, databaseUrl } = readConfig(process.env, root);
const common = {
  dataDir: resolve(dataDir),
  filesDir: resolve(filesDir),
  databaseUrl,
  now: systemClock.now(),
  log: consoleLog.info,
};

try {
  if (verb === 'restore') {
    if (!folder) throw new OperatorError('用法：npm run restore -- 备份目录/onecard-日期-时间');
    await restoreBackup({ ...common, from: resolve(folder) });
    consoleLog.info('已恢复。请启动服务，并在「账目核对」立即核对一次。');
  } else {
    const keep = Number(process.env.KEEP ?? 14);
    if (!Number.isInteger(keep) || keep < 1) throw new OperatorError(`KEEP 应为 1 以上的整数：${process.env.KEEP}`);
    const to = resolve(folder ?? 'backups');
    const made = await takeBackup({ ...common, to, keep, database: !args.includes('--files') });
    consoleLog.info(`已备份到 ${made}，现有 ${(await wholeBackups(to)).length} 份`);
  }
} catch (error) {
  consoleLog.error(error instanceof OperatorError ? error.message : String((error as Error).stack));
  process.exitCode = 1;
}
