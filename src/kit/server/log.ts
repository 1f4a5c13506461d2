/** Log lines for the operator, on standard output and error: words and facts, or JSON where `LOG_FORMAT` says so. */
import { isoAt, systemClock } from './clock.ts';
import type { Log } from './context.ts';
import { requestId } from './request-id.ts';

type Facts = Record<string, unknown>;
type Level = 'info' | 'warn' | 'error';

const words: Readonly<Record<Level, string>> = { info: '信息', warn: '警告', error: '错误' };

/** One line without its end. `request`: the number of the request it was written in. */
export function logLine(
  format: 'text' | 'json',
  at: number,
  level: Level,
  message: string,
  { facts, request }: { facts?: Facts | undefined; request?: string | undefined } = {},
): string {
  if (format === 'json')
    return JSON.stringify({ time: isoAt(at), level, message, ...(request ? { request } : {}), ...facts });
  const time = isoAt(at).slice(0, 19).replace('T', ' ');
  return `${time} ${words[level]}${request ? ` [${request}]` : ''} ${message}${facts ? ` ${JSON.stringify(facts)}` : ''}`;
}

const format = process.env.LOG_FORMAT === 'json' ? 'json' : 'text';
const line = (level: Level, message: string, facts?: Facts) =>
  `${logLine(format, systemClock.now(), level, message, { facts, request: requestId() })}\n`;

/** Writes to the console of the process. */
export const consoleLog: Log = {
  info: (message, facts) => void process.stdout.write(line('info', message, facts)),
  warn: (message, facts) => void process.stderr.write(line('warn', message, facts)),
  error: (message, facts) => void process.stderr.write(line('error', message, facts)),
};

/** What a log cannot take (its disk is full, its reader is gone) is lost, and ends nothing: called once, when a server starts. */
export function outliveLog(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Says nothing; for tests. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
