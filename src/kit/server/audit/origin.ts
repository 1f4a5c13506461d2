/** Who stands behind an audit line, out of the request's context. */
import { isoAt } from '../clock.ts';
import type { Ctx } from '../context.ts';
import type { AuditEntry } from './entry.ts';
import { type AuditOrigin, type Executor, writeAudit } from './write.ts';

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
  ctx: Pick<Ctx, 'session' | 'ip' | 'path' | 'ids' | 'clock'>,
  executor: Executor,
  entry: AuditEntry,
): Promise<void> {
  await writeAudit(executor, await ctx.ids.next(), isoAt(ctx.clock.now()), auditOrigin(ctx), entry);
}
