/** The context of a rehearsal: commands are taken back, and whatever would write past them is refused by an exception. */
import type { KyselyPlugin, RawNode, RootOperationNode } from 'kysely';
import type { Pool } from 'pg';
import type { Ctx, Services } from '../context.ts';

const writing = /\b(insert\s+into|delete\s+from|merge\s+into|update\s+\w+(\s+(as\s+)?\w+)?\s+set)\b/i;
const writes = new Set<string>(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']);

function past(path: string): never {
  throw new Error(`${path} writes past its command: it states its outcome itself`);
}

const textOf = (node: RootOperationNode) => (node.kind === 'RawNode' ? (node as RawNode).sqlFragments.join(' ') : '');

const readingOnly = (path: string): KyselyPlugin => ({
  transformQuery: ({ node }) => (writes.has(node.kind) || writing.test(textOf(node)) ? past(path) : node),
  transformResult: async ({ result }) => result,
});

function readingPool(pool: Pool, path: string): Pool {
  const query = (text: string, values?: unknown[]) => (writing.test(text) ? past(path) : pool.query(text, values));
  return { query, connect: () => past(path) } as unknown as Pool;
}

const readingServices = (services: Services, path: string): Services => ({
  ...services,
  pool: readingPool(services.pool, path),
  db: services.db.withPlugin(readingOnly(path)),
});

/** The context in which `runCommand` takes back what it did. Statements through the services' own handles may only read. */
export const rehearsing = (ctx: Ctx): Ctx => ({
  ...ctx,
  services: readingServices(ctx.services, ctx.path),
  rehearsal: true,
});
