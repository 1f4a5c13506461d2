/** 补卡申请: by staff for a diner, or by the diner. A lost card is put out of use at once. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Acting } from '../acting.ts';
import { lockPeople } from '../cards/card-list.ts';
import { cardFlow } from '../cards/card-states.ts';
import { changeCards, type HeldCard, heldCards } from '../cards/held-cards.ts';
import { personFlow } from '../persons/person-states.ts';
import '../refusals.ts';
import { type RepairReason, repairFlow } from './repair-states.ts';

export interface RepairApplication {
  personId: number;
  reason: RepairReason;
  remark: string | null;
  feeFen: number;
  payBy: 'CASH' | 'MAIN';
  source: 'STAFF' | 'DINER';
  /** Name of who applies. */
  appliedName: string;
}

interface Applied {
  id: number;
  name: string;
  cardNo: string;
  /** The card was reported lost by this application. */
  lostNow: boolean;
}

/** The card to be replaced, or why there is nothing to apply for. */
async function oldCard(
  executor: Sql,
  organizationId: number,
  personId: number,
): Promise<{ name: string; card: HeldCard } | Refusal> {
  const { rows } = await executor.query<{ name: string; status: string; open: string | null }>(
    `select p.name, p.status, r.status as open from person p
       left join card_repair_request r on r.organization_id = p.organization_id and r.person_id = p.id
         and r.status in ('PENDING', 'ACCEPTED', 'MADE')
      where p.organization_id = $1 and p.id = $2`,
    [organizationId, personId],
  );
  const person = rows[0];
  if (!person) return refuse('NOT_FOUND');
  const { name } = person;
  if (person.status === 'CLOSED')
    return refuse('PERSON_STATE', { name, state: personFlow.labelOf(person.status), action: '申请补卡' });
  if (person.open) return refuse('REPAIR_OPEN', { name, state: repairFlow.labelOf(person.open) });
  const card = (await heldCards(executor, organizationId, [personId])).get(personId);
  if (!card) return refuse('NO_CARD', { name, action: '补办' });
  if (card.status === 'FROZEN')
    return refuse('CARD_STATE', { state: cardFlow.labelOf(card.status), action: '申请补卡，请先解冻' });
  return { name, card };
}

/** Runs in the caller's transaction. */
export async function applyRepair(
  executor: Sql,
  who: Acting,
  application: RepairApplication,
): Promise<Applied | Refusal> {
  const { organizationId, by, ids, clock } = who;
  await lockPeople(executor, organizationId);
  const found = await oldCard(executor, organizationId, application.personId);
  if (isRefusal(found)) return found;
  const { name, card } = found;
  const lostNow = application.reason === 'LOST' && card.status === 'NORMAL';
  if (lostNow) await changeCards(executor, who, 'loss', [card.id]);
  const id = await ids.next();
  await executor.query(
    `insert into card_repair_request (organization_id, id, person_id, old_card_id, reason, source, remark, fee_fen, pay_by,
                                      applied_at, applied_name, created_at, created_by, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10, $12, $10)`,
    [
      organizationId,
      id,
      application.personId,
      card.id,
      application.reason,
      application.source,
      application.remark,
      application.feeFen,
      application.payBy,
      isoAt(clock.now()),
      application.appliedName,
      by,
    ],
  );
  return { id, name, cardNo: card.cardNo, lostNow };
}
