/** Log lines for the operator: time, level, message, facts as JSON, on standard output and error. */
import { isoAt, systemClock } from './clock.ts';
import type { Log } from './context.ts';

function line(level: string, message: string, facts?: Record<string, unknown>): string {
  const at = isoAt(systemClock.now()).slice(0, 19).replace('T', ' ');
  return `${at} ${level} ${message}${facts ? ` ${JSON.stringify(facts)}` : ''}\n`;
}

/** Writes to the console of the process. */
export const consoleLog: Log = {
  info: (message, facts) => void process.stdout.write(line('信息', message, facts)),
  warn: (message, facts) => void process.stderr.write(line('警告', message, facts)),
  error: (message, facts) => void process.stderr.write(line('错误', message, facts)),
};

/** Says nothing; for tests. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
