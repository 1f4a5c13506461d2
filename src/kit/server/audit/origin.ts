/** Who stands behind an audit line, out of the request's context. */
import { isoAt } from '../clock.ts';
import type { Ctx } from '../context.ts';
import type { AuditEntry } from './entry.ts';
import { type AuditOrigin, type Executor, writeAudit } from './write.ts';

/** The second person's line in every entry of what the two did. */
const signed = ({ witness }: Pick<Ctx, 'witness'>, entry: AuditEntry): AuditEntry =>
  witness
    ? {
        ...entry,
        changes: [
          ...(entry.changes ?? []),
          { key: 'witness', label: '见证人', before: null, after: `${witness.name}（${witness.account}）` },
        ],
      }
    : entry;

/** The signed-in account, its unit, its address and the page. */
export function auditOrigin({ session, ip, path }: Pick<Ctx, 'session' | 'ip' | 'path'>): AuditOrigin {
  return {
    accountId: session.accountId,
    actor: session.name,
    unitType: session.unitType,
    unitId: session.unitId,
    ip,
    page: path,
  };
}

/** Writes a line in a transaction that is not the command's own, such as the wallet's. */
export async function auditInto(
  ctx: Pick<Ctx, 'session' | 'ip' | 'path' | 'ids' | 'clock' | 'witness'>,
  executor: Executor,
  entry: AuditEntry,
): Promise<void> {
  await writeAudit(executor, await ctx.ids.next(), isoAt(ctx.clock.now()), auditOrigin(ctx), signed(ctx, entry));
}
