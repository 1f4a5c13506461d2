/** The terminals' side of documents: what they should have, what they fetch, what they say they have. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { KnownDevice } from '../directory.ts';
import { type DocKind, docKinds } from './doc-kinds.ts';

/** What a heartbeat says of documents: the versions the terminal has, and why it could not take one. */
export interface DocReport {
  has: ReadonlyMap<string, number>;
  errors: ReadonlyMap<string, string>;
}

const isKind = (kind: string) => docKinds.some(({ value }) => value === kind);
const isVersion = (v: unknown): v is number => typeof v === 'number' && Number.isSafeInteger(v) && v >= 0;
const isObject = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v);

/** The optional `docs` and `docErrors` of a heartbeat; undefined for a terminal that knows no documents, a text for what is wrong. */
export function readDocs(docs: unknown, docErrors: unknown): DocReport | undefined | string {
  if (docs === undefined && docErrors === undefined) return undefined;
  if (!isObject(docs ?? {}) || !Object.entries(docs ?? {}).every(([kind, v]) => isKind(kind) && isVersion(v)))
    return 'docs 应为 {类别: 版本}';
  if (
    !isObject(docErrors ?? {}) ||
    !Object.entries(docErrors ?? {}).every(([kind, v]) => isKind(kind) && typeof v === 'string')
  )
    return 'docErrors 应为 {类别: 原因}';
  const clean = (text: string) => text.replaceAll('\u0000', '').slice(0, 200);
  return {
    has: new Map(Object.entries((docs ?? {}) as Record<string, number>)),
    errors: new Map(Object.entries((docErrors ?? {}) as Record<string, string>).map(([kind, v]) => [kind, clean(v)])),
  };
}

/**
 * Writes what the terminal has and answers what it should have, by kind. A terminal that was paired anew says it has none, and
 * is behind again.
 */
export async function settleDocs(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  { at: { organizationId, deviceId } }: Pick<KnownDevice, 'at'>,
  report: DocReport | undefined,
): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ kind: string; version: number; has: number | null; error: string | null }>({
    name: 'device-docs',
    text: `select w.kind, w.version, k.has, k.error from device_doc w
      left join device_doc_ack k on k.organization_id = w.organization_id and k.device_id = w.device_id and k.kind = w.kind
      where w.organization_id = $1 and w.device_id = $2 order by w.kind`,
    values: [organizationId, deviceId],
  });
  const news = rows.filter(({ kind, has, error }) => {
    if (!report) return false;
    return (report.has.get(kind) ?? 0) !== (has ?? -1) || (report.errors.get(kind) ?? '') !== (error ?? '');
  });
  if (report && news.length > 0) {
    const now = isoAt(clock.now());
    const values = [
      organizationId,
      deviceId,
      now,
      news.map(({ kind }) => kind),
      news.map(({ kind }) => report.has.get(kind) ?? 0),
      news.map(({ kind }) => report.errors.get(kind) ?? ''),
    ];
    await pool.query(
      `with told as (
         insert into device_doc_ack (organization_id, device_id, kind, has, error, at)
         select $1, $2, k, h, e, $3 from unnest($4::text[], $5::bigint[], $6::text[]) as t (k, h, e)
         on conflict (organization_id, device_id, kind) do update set has = excluded.has, error = excluded.error, at = excluded.at
         returning kind, has)
       update device_doc w set behind_since = case when told.has >= w.version then null
           else coalesce(w.behind_since, $3::timestamptz) end
         from told where w.organization_id = $1 and w.device_id = $2 and w.kind = told.kind`,
      values,
    );
  }
  return Object.fromEntries(rows.map(({ kind, version }) => [kind, version]));
}

/** The document of this kind a terminal should have, as it was stored: its digest is that of the text. */
export async function wantedDoc(
  pool: Services['pool'],
  organizationId: number,
  deviceId: number,
  kind: DocKind,
): Promise<{ version: number; digest: string; body: string } | undefined> {
  const { rows } = await pool.query<{ version: number; digest: string; body: string }>(
    `select w.version, w.digest, b.body from device_doc w
     join device_doc_body b on b.organization_id = w.organization_id and b.digest = w.digest
     where w.organization_id = $1 and w.device_id = $2 and w.kind = $3`,
    [organizationId, deviceId, kind],
  );
  return rows[0];
}

/** GET /doc?kind=&have=: the wanted document; without content when the terminal has it. */
export async function fetchDoc(
  { pool }: Pick<Services, 'pool'>,
  { at: { organizationId, deviceId } }: Pick<KnownDevice, 'at'>,
  query: Record<string, string | undefined>,
): Promise<Record<string, unknown> | Refusal> {
  const have = Number(query.have ?? 0);
  if (!isKind(query.kind ?? '') || !isVersion(have))
    return refuse('MALFORMED', { detail: 'kind 应为文档类别，have 应为不小于 0 的整数' });
  const doc = await wantedDoc(pool, organizationId, deviceId, query.kind as DocKind);
  if (!doc) return { kind: query.kind, version: 0 };
  const { version, digest, body } = doc;
  return { kind: query.kind, version, digest, ...(version === have ? {} : { content: JSON.parse(body) as unknown }) };
}
