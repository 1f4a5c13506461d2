/** A process that works and is killed amid it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * Starts `script` with `order` as its argument, lets it work for `aliveMs` after the first line it prints and until it has printed
 * `atLeast` lines, kills it, and answers the
 * lines it had printed whole: one for each thing it was told is done.
 */
export async function killedRun(script: URL, order: object, aliveMs: number, atLeast = 1): Promise<string[]> {
  const args = [fileURLToPath(script), JSON.stringify(order)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk: string) => {
    output += chunk;
  });
  const ended = once(child, 'close');
  const dead = ended.then(() => Promise.reject(new Error(`${script.pathname} ended before it said enough`)));
  const said = async (lines: number) => {
    while (output.split('\n').length <= lines) await Promise.race([once(child.stdout, 'data'), dead]);
  };
  await said(1);
  await sleep(aliveMs);
  await said(atLeast);
  child.kill('SIGKILL');
  await ended;
  return output.split('\n').slice(0, -1);
}
