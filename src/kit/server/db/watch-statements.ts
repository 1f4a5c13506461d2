/**
 * Every statement of a pool is timed, and carries the number of the request that sends it as a comment: whoever sees it in
 * pg_stat_activity or in the server's log finds the request. Prepared ones keep their text, which is what they are known by.
 */
import type { Pool, PoolClient } from 'pg';
import { requestId } from '../request-id.ts';

type Query = (...args: unknown[]) => unknown;
/** Told of each statement that ended, however it ended. */
export type Tell = (text: string, ms: number, request: string | undefined) => void;

interface Sent {
  text: string;
  name?: string;
  /** A stream or cursor sends itself. */
  submit?: unknown;
}

/** The first argument of `query` with the comment, and its text; undefined for what is not text. */
export function marked(first: unknown, id: string | undefined): { first: unknown; text: string } | undefined {
  if (typeof first === 'string') return { first: id ? `/* request ${id} */ ${first}` : first, text: first };
  const sent = first as Sent;
  if (typeof sent?.text !== 'string' || sent.submit) return undefined;
  return { first: id && !sent.name ? { ...sent, text: `/* request ${id} */ ${sent.text}` } : sent, text: sent.text };
}

function watch(client: PoolClient, tell: Tell): void {
  const query = client.query.bind(client) as Query;
  const watched: Query = (...args) => {
    const id = requestId();
    const sent = marked(args[0], id);
    if (!sent) return query(...args);
    args[0] = sent.first;
    const began = performance.now();
    const ended = () => tell(sent.text, performance.now() - began, id);
    const last = args.at(-1);
    if (typeof last === 'function') {
      args[args.length - 1] = (...answer: unknown[]) => {
        ended();
        return last(...answer);
      };
      return query(...args);
    }
    const result = query(...args);
    if (result instanceof Promise) result.then(ended, ended);
    return result;
  };
  client.query = watched as PoolClient['query'];
}

/** Watches connections the pool opens from now on. */
export function watchStatements(pool: Pool, tell: Tell): void {
  pool.on('connect', (client) => watch(client, tell));
}
