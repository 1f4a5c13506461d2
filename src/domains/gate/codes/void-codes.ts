/** Ends codes before their time: doors are told their numbers until they would have ended anyway. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { publishDoors } from '../rules/publish-doors.ts';
import { makeKey } from './keys.ts';

interface Ended {
  ids?: readonly number[];
  kids?: readonly number[];
}

async function end(ctx: Ctx, { ids, kids }: Ended, reason: string): Promise<string[]> {
  const { rows } = await sqlOf(ctx.db).query<{ name: string }>(
    `update entrance_code set status = 'VOID', voided_at = $4, voided_name = $5, void_reason = $6, version = version + 1
     where organization_id = $1 and ($2::bigint[] is null or id = any($2)) and ($3::int[] is null or kid = any($3))
       and status = 'VALID' and to_at > $4 returning name as name`,
    [ownOrganization(ctx), ids ?? null, kids ?? null, isoAt(ctx.clock.now()), ctx.session.name, reason],
  );
  return rows.map(({ name }) => name);
}

/** Ends these codes; refuses when none of them can still be used. */
export async function voidCodes(ctx: Ctx, ids: readonly number[], reason: string): Promise<null | Refusal> {
  const names = await end(ctx, { ids }, reason);
  if (names.length === 0) return refuse('NOT_NOW', { why: '入口码已过期或已作废' });
  const large = await publishDoors(ctx, ownOrganization(ctx));
  if (isRefusal(large)) return large;
  await ctx.audit({ action: '作废入口码', targetId: ids[0]!, targetName: `${names.join('、')}：${reason}` });
  return null;
}

/**
 * A new key signs from now on (when the doors have it). `revoke`: the old ones are not believed any more and their codes end,
 * for when a secret may have got out.
 */
export async function changeKey(ctx: Ctx, revoke: boolean): Promise<null | Refusal> {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  if (revoke) {
    const { rows } = await db.query<{ kid: number }>(
      'update entrance_key set revoked_at = $2 where organization_id = $1 and revoked_at is null returning kid',
      [organizationId, isoAt(ctx.clock.now())],
    );
    await end(ctx, { kids: rows.map(({ kid }) => kid) }, '更换密钥');
  }
  const { kid } = await makeKey(db, organizationId, ctx.services);
  const large = await publishDoors(ctx, organizationId);
  if (isRefusal(large)) return large;
  await ctx.audit({ action: '更换入口码密钥', targetName: `${kid} 号${revoke ? '，旧码全部作废' : ''}` });
  return null;
}
