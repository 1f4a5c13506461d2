/**
 * npm run dev: the server, started anew when its sources change, and in front of it the console from its sources, which
 * the browser keeps current by itself. PORT is the server's, DEV_PORT (5173) the one to open.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'vite';
import { inRoot, root } from './paths.mjs';

const port = process.env.PORT ?? '3000';
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', inRoot('src', 'server.ts')], {
  cwd: root,
  env: { ONECARD_DEMO: '1', ...process.env, PORT: port },
  stdio: 'inherit',
});
process.env.API_TARGET = `http://127.0.0.1:${port}`;
const console_ = await createServer({
  configFile: inRoot('vite.config.ts'),
  server: { port: Number(process.env.DEV_PORT ?? 5173), strictPort: true, host: '127.0.0.1' },
});
await console_.listen();
console.log(
  `开发：打开 ${console_.resolvedUrls?.local[0]}（前端取自源码，保存即更新；接口转给 ${process.env.API_TARGET}）`,
);

let ending = false;
async function end(status: number): Promise<void> {
  if (ending) return;
  ending = true;
  server.kill('SIGTERM');
  await console_.close();
  process.exitCode = status;
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
server.on('exit', (code) => void end(code ?? 0));
