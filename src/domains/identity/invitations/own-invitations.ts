/** Invitations to the holder of an account, and his answer. */
import { sql } from 'kysely';
import type { Invitation } from '../../../kit/define/matters.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Db, Services } from '../../../kit/server/context.ts';
import { readId } from '../../../kit/server/page/read-id.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { unitTypeLabels } from '../sessions/identities.ts';
import type { EmployeeRow } from '../tables.ts';

/** Those that wait for an answer, the oldest first, twenty at most. `db` is without the wall: other units ask. */
export async function waitingInvitations(services: Services, db: Db, accountId: number): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('employee as e')
    .selectAll('e')
    .select(
      sql<
        string[]
      >`(select /* wall: of the invitation itself */ coalesce(array_agg(r.name order by r.id), '{}') from role r where r.id = any(e.role_ids))`.as(
        'roles',
      ),
    )
    .where('e.account_id', '=', accountId)
    .where('e.status', '=', 'INVITED')
    .where('e.invited_until', '>', isoAt(services.clock.now()))
    .orderBy('e.id')
    .limit(20)
    .execute();
  const asked = rows.map(async (row) => {
    const unit = await services.scopeSource.resolveScope(db, row.unit_type, row.unit_id);
    return {
      id: row.id,
      version: row.version,
      unit: unit?.unitName ?? '',
      unitKind: unitTypeLabels[row.unit_type],
      by: row.invited_by ?? '',
      until: row.invited_until!,
      jobTitle: row.job_title,
      roles: row.roles,
    };
  });
  return Promise.all(asked);
}

export interface InvitationAnswer {
  id: unknown;
  /** As it was read: what was changed since is not agreed to. */
  version: unknown;
  accept: boolean;
}

/** Answers in the caller's transaction; the membership, or why the invitation is over. */
export async function answerInvitation(
  services: Services,
  db: Db,
  accountId: number,
  { id, version, accept }: InvitationAnswer,
): Promise<EmployeeRow | Refusal> {
  const at = isoAt(services.clock.now());
  const open = (await waitingInvitations(services, db, accountId)).find((one) => one.id === readId(id));
  if (!open) return refuse('INVITATION_OVER');
  const answered = await db
    .updateTable('employee')
    .set((eb) => ({
      status: accept ? ('NORMAL' as const) : ('DECLINED' as const),
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', open.id)
    .where('status', '=', 'INVITED')
    .where('version', '=', Number(version))
    .returningAll()
    .executeTakeFirst();
  return answered ?? refuse('STALE');
}
