/** What unbinds in the course of other work is written down where 解绑管理 shows it. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Acting } from '../acting.ts';

/** The account that did it, in SQL over its id `$3`; the house itself has none. */
const byName = `coalesce((select /* wall: who acts, by its own id */ a.name from account a where a.id = $3), '系统')`;

/** Cards that left their person. Runs in the caller's transaction. */
export async function cardsUnbound(
  executor: Sql,
  { organizationId, by, ids, clock }: Acting,
  cardIds: readonly number[],
  reason: string,
): Promise<void> {
  await executor.query(
    `insert into person_binding (organization_id, id, person_id, kind, card_no, relation, bound_at, unbound_at, unbound_name,
       unbind_reason, status)
     select $1, t.id, c.person_id, 'CARD', c.card_no, 'SELF', coalesce(c.issued_at, c.created_at), $4::timestamptz, ${byName},
       $5, 'UNBOUND'
       from unnest($2::bigint[], $6::bigint[]) as t(card_id, id)
       join card c on c.organization_id = $1 and c.id = t.card_id`,
    [organizationId, cardIds, by, isoAt(clock.now()), reason, await ids.take(cardIds.length)],
  );
}

/** Neither WeChat accounts nor apps act any longer for somebody whose account is closed. Runs in the caller's transaction. */
export async function unbindAll(
  executor: Sql,
  { organizationId, by, clock }: Acting,
  personId: number,
  reason: string,
): Promise<void> {
  await executor.query(
    `update person_binding set status = 'UNBOUND', unbound_at = $4::timestamptz, unbound_name = ${byName}, unbind_reason = $5
      where organization_id = $1 and person_id = $2 and kind in ('WECHAT', 'APP') and status = 'BOUND'`,
    [organizationId, personId, by, isoAt(clock.now()), reason],
  );
}
