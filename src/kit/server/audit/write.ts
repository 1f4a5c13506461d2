/** Writes audit lines; the caller passes the transaction its change runs in. */
import type { AuditEntry } from './entry.ts';

export interface AuditOrigin {
  accountId: number | null;
  actor: string;
  unitType: string | null;
  unitId: number | null;
  ip: string | null;
  page: string;
}

/** Anything that runs a parametrised statement: a pool, a client, or an adapter over a Kysely transaction. */
export interface Executor {
  query(text: string, values: readonly unknown[]): Promise<unknown>;
}

/** Inserts one line. `atIso` is the instant, ISO 8601. */
export async function writeAudit(
  executor: Executor,
  id: number,
  atIso: string,
  origin: AuditOrigin,
  entry: AuditEntry,
): Promise<void> {
  await executor.query(
    `insert into system_log
       (id, at, account_id, actor, unit_type, unit_id, page, action, target_id, target_name, changes, ip, result)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      id,
      atIso,
      origin.accountId,
      origin.actor,
      origin.unitType,
      origin.unitId,
      origin.page,
      entry.action,
      entry.targetId === undefined || entry.targetId === null ? null : String(entry.targetId),
      entry.targetName ?? null,
      JSON.stringify(entry.changes ?? []),
      origin.ip,
      entry.result ?? 'OK',
    ],
  );
}
