/** The cards people hold now, and the one statement that changes their state. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Acting } from '../acting.ts';
import { cardsUnbound } from '../bindings/end-bindings.ts';
import { takeListVersions } from './card-list.ts';
import { type CardEvent, cardFlow } from './card-states.ts';
import '../refusals.ts';

export interface HeldCard {
  id: number;
  personId: number;
  cardNo: string;
  status: string;
  depositFen: number;
  /** Version of the card list that carries the last change of the card or its holder. */
  listVersion: number;
}

/** By person id; people without a normal, lost or frozen card are absent. */
export async function heldCards(
  executor: Sql,
  organizationId: number,
  personIds: readonly number[],
): Promise<Map<number, HeldCard>> {
  const { rows } = await executor.query<HeldCard>(
    `select id, person_id as "personId", card_no as "cardNo", status, deposit_fen as "depositFen",
            list_version as "listVersion" from card
      where organization_id = $1 and person_id = any($2::bigint[]) and status in ('NORMAL', 'LOST', 'FROZEN')`,
    [organizationId, personIds],
  );
  return new Map(rows.map((row) => [row.personId, row]));
}

/** Why `event` cannot happen to what this person holds; undefined when it can. */
export function refuseEvent(event: CardEvent, name: string, card: HeldCard | undefined): Refusal | undefined {
  const action = cardFlow.moves[event].label;
  if (!card) return refuse('NO_CARD', { name, action });
  return cardFlow.may(event, card.status)
    ? undefined
    : refuse('CARD_STATE', { state: cardFlow.labelOf(card.status), action });
}

/** A card leaves its person by these. */
const leaving: ReadonlySet<CardEvent> = new Set(['replace', 'exchange', 'return']);

/** Moves checked cards along the state table and puts them on the card list; one that leaves its person is told in 解绑管理. The caller holds the people lock. */
export async function changeCards(
  executor: Sql,
  who: Acting,
  event: CardEvent,
  cardIds: readonly number[],
): Promise<void> {
  if (cardIds.length === 0) return;
  const { organizationId, clock } = who;
  const { from, to } = cardFlow.moves[event];
  const first = await takeListVersions(executor, organizationId, cardIds.length);
  const { rowCount } = await executor.query(
    `update card c
        set status = $4, list_version = $3 + t.n - 1, updated_at = $6::timestamptz, version = c.version + 1,
            loss_at = case when $4 = 'LOST' then $6::timestamptz when $4 = 'NORMAL' then null else c.loss_at end
       from unnest($2::bigint[]) with ordinality as t(id, n)
      where c.organization_id = $1 and c.id = t.id and c.status = any($5::text[])`,
    [organizationId, cardIds, first, to, from, isoAt(clock.now())],
  );
  if (rowCount !== cardIds.length) throw new Error(`${event}: ${cardIds.length} cards wanted, ${rowCount} changed`);
  if (leaving.has(event)) await cardsUnbound(executor, who, cardIds, cardFlow.moves[event].label);
}
