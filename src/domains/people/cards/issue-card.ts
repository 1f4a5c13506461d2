/** 发卡, 补卡, 换卡: puts a new card into a person's hand; the replaced one stays on the devices' list as unusable. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Acting } from '../acting.ts';
import { refuseFields } from '../persons/check-person.ts';
import { findClashes } from '../persons/find-clashes.ts';
import { personFlow } from '../persons/person-states.ts';
import { lockPeople } from './card-list.ts';
import { cardFlow } from './card-states.ts';
import { changeCards, heldCards, refuseEvent } from './held-cards.ts';
import { insertCards, type NewCard } from './insert-cards.ts';
import '../refusals.ts';

type Issued = { cardId: number; replacedCardNo: string | null };

/** A closed account takes no card. */
async function refuseClosed(executor: Sql, organizationId: number, id: number, action: string) {
  const { rows } = await executor.query<{ name: string; status: string }>(
    'select name, status from person where organization_id = $1 and id = $2',
    [organizationId, id],
  );
  const person = rows[0];
  if (!person) return refuse('NOT_FOUND');
  if (person.status !== 'CLOSED') return { name: person.name };
  return refuse('PERSON_STATE', { name: person.name, state: personFlow.labelOf(person.status), action });
}

async function refuseTaken(executor: Sql, who: Acting, card: NewCard): Promise<Refusal | undefined> {
  const { cardNo, physicalNo, personId, reuse } = card;
  const clashes = await findClashes(executor, who, [{ cardNo, physicalNo, personId, ...(reuse ? { reuse } : {}) }]);
  const fields = clashes.get(0);
  return fields && refuseFields(fields);
}

/** 发卡 to a person without one. */
export async function issueCard(executor: Sql, who: Acting, card: NewCard): Promise<Issued | Refusal> {
  await lockPeople(executor, who.organizationId);
  const person = await refuseClosed(executor, who.organizationId, card.personId, '发卡');
  if ('refused' in person) return person;
  const held = (await heldCards(executor, who.organizationId, [card.personId])).get(card.personId);
  if (held) return refuse('HAS_CARD', { name: person.name, cardNo: held.cardNo, state: cardFlow.labelOf(held.status) });
  const taken = await refuseTaken(executor, who, card);
  if (taken) return taken;
  const [cardId] = await insertCards(executor, who, [card]);
  return { cardId: cardId!, replacedCardNo: null };
}

/**
 * 补卡 (`replace`, from a lost card) or 换卡 (`exchange`, from a normal one that broke). The deposit paid for the old card
 * passes to the new one.
 */
export async function replaceCard(
  executor: Sql,
  who: Acting,
  event: 'replace' | 'exchange',
  card: NewCard,
): Promise<Issued | Refusal> {
  const { organizationId } = who;
  await lockPeople(executor, organizationId);
  const person = await refuseClosed(executor, organizationId, card.personId, event === 'replace' ? '补卡' : '换卡');
  if ('refused' in person) return person;
  const held = (await heldCards(executor, organizationId, [card.personId])).get(card.personId);
  const no = refuseEvent(event, person.name, held);
  if (no || !held) return no ?? refuse('NOT_FOUND');
  await changeCards(executor, who, event, [held.id]);
  // Asked after the old card gave its numbers free: a card may be written again under the same number.
  const taken = await refuseTaken(executor, who, card);
  if (taken) return taken;
  const [cardId] = await insertCards(executor, who, [
    { ...card, depositFen: (card.depositFen ?? 0) + held.depositFen },
  ]);
  await executor.query(
    `update card set replaced_by_id = $3, deposit_fen = 0, updated_at = $4 where organization_id = $1 and id = $2`,
    [organizationId, held.id, cardId, isoAt(who.clock.now())],
  );
  return { cardId: cardId!, replacedCardNo: held.cardNo };
}
