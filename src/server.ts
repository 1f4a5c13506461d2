/** The server's entry: reads the settings, starts everything, says where it is and who may sign in. */

import { fileURLToPath } from 'node:url';
import { assemble } from './assemble.ts';
import { announce } from './demo/announce.ts';
import { remindSandbox } from './demo/online-payments.ts';
import { seedDemo, settableClock } from './demo/seed.ts';
import { keepBeating, keepSelling } from './demo/stand-by.ts';
import { ensureSuper, resetSuper } from './domains/identity/public.server.ts';
import { readConfig } from './kit/server/config.ts';
import { isDatabaseAway } from './kit/server/db/away.ts';
import { hasCluster } from './kit/server/db/embedded/place.ts';
import { OperatorError } from './kit/server/db/operator-error.ts';
import { isDiskFull } from './kit/server/files/disk-room.ts';
import { consoleLog, outliveLog } from './kit/server/log.ts';

outliveLog();
// Work nobody waits for any more fails with the database or the disk; whoever comes next is told, the process stays.
process.on('unhandledRejection', (error) => {
  if (!isDatabaseAway(error) && !isDiskFull(error)) throw error;
  consoleLog.error('database or disk away', { error: String(error) });
});

const config = readConfig(process.env, fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, ''));

/**
 * A new demo's past is lived in a house of its own, which need not wait for the disk at each of its ten thousand commits; what
 * then serves is opened as ever, on a database that was closed in order.
 */
async function livePast(): Promise<void> {
  const clock = settableClock();
  const { services, stop } = await assemble({ config, log: consoleLog, clock, unhurried: true });
  await seedDemo(services, clock).finally(stop);
}

try {
  const clock = settableClock();
  if (config.demo && !config.databaseUrl && !(await hasCluster(config.dataDir))) await livePast();
  const { app, services, stop } = await assemble({ config, log: consoleLog, clock });
  const created = (await ensureSuper(services)) ?? (config.resetSuper ? await resetSuper(services) : null);
  if (config.demo) {
    await seedDemo(services, clock);
    await remindSandbox(services);
  }
  await app.listen({ port: config.port, host: config.host });
  if (config.demo) keepBeating(services);
  if (config.demo && config.demoLive) keepSelling(services);
  announce(services, app.listeningOrigin, created);
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    consoleLog.info('正在停止服务……');
    stop().then(
      () => process.exit(0),
      (error) => {
        consoleLog.error('停止时出错', { error: String(error) });
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  // Started by a wrapper that was killed: nobody is left to stop this server.
  process.on('disconnect', end);
} catch (error) {
  if (error instanceof OperatorError) consoleLog.error(error.message);
  else if ((error as { code?: string }).code === 'EADDRINUSE')
    consoleLog.error(`端口 ${config.port} 已被占用，请用 PORT 指定其他端口。`);
  else consoleLog.error('启动失败', { error: error instanceof Error ? error.stack : String(error) });
  process.exit(1);
}
