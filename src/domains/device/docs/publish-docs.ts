/** Publishing documents to terminals, in the transaction of what they are made of. */
import { createHash } from 'node:crypto';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import type { DocKind } from './doc-kinds.ts';

export interface DocFor {
  deviceId: number;
  /** Any JSON; keys may come in any order. */
  content: unknown;
}

/** The same content, however its keys are ordered. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, ordered(inner)]),
  );
}

/**
 * Makes these the documents of `kind` the terminals should have, in the caller's transaction; each gets its next version. A
 * terminal whose document says the same as before keeps its version. Answers how many have a new one.
 */
export async function publishDocs(
  host: Pick<Ctx, 'db' | 'clock'>,
  organizationId: number,
  kind: DocKind,
  docs: readonly DocFor[],
): Promise<number> {
  if (docs.length === 0) return 0;
  const db = sqlOf(beyondScope(host));
  // One order of terminals, so that two who publish never wait for each other in a circle.
  const made = docs
    .toSorted((a, b) => a.deviceId - b.deviceId)
    .map(({ deviceId, content }) => {
      const body = JSON.stringify(ordered(content));
      return { deviceId, body, digest: createHash('sha256').update(body).digest('hex') };
    });
  const bodies = [...new Map(made.map((doc) => [doc.digest, doc.body])).entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  await db.query(
    `insert into device_doc_body (organization_id, digest, body)
     select $1, d, b from unnest($2::text[], $3::text[]) as t (d, b) on conflict (organization_id, digest) do nothing`,
    [organizationId, bodies.map(([digest]) => digest), bodies.map(([, body]) => body)],
  );
  const { rowCount } = await db.query(
    `insert into device_doc as w (organization_id, device_id, kind, version, digest, published_at, behind_since)
     select $1, t.device, $2, 1, t.digest, $5, $5 from unnest($3::bigint[], $4::text[]) as t (device, digest)
     on conflict (organization_id, device_id, kind) do update set version = w.version + 1, digest = excluded.digest,
       published_at = excluded.published_at, behind_since = coalesce(w.behind_since, excluded.behind_since)
       where w.digest <> excluded.digest`,
    [organizationId, kind, made.map((doc) => doc.deviceId), made.map((doc) => doc.digest), isoAt(host.clock.now())],
  );
  return rowCount ?? 0;
}
