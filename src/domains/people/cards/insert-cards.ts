/** Puts cards into hands: new rows, or blank cards of the stock taken by their number. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Acting } from '../acting.ts';
import { takeListVersions } from './card-list.ts';

export interface NewCard {
  personId: number;
  cardNo: string;
  physicalNo?: string | null;
  kind?: string | null;
  validEnd?: string | null;
  depositFen?: number;
  feeFen?: number;
  /** Terminals may still hold the number as somebody else's; refused unless said. */
  reuse?: 'NOW';
}

/**
 * Inserts cards in state NORMAL and answers their ids in order. The caller holds the people lock and has found no
 * clash: a conflict on a live number can then only be a blank card, which is taken over with its own id.
 */
export async function insertCards(
  executor: Sql,
  { organizationId, by, ids, clock }: Acting,
  cards: readonly NewCard[],
): Promise<number[]> {
  if (cards.length === 0) return [];
  const at = isoAt(clock.now());
  const fresh = await ids.take(cards.length);
  const first = await takeListVersions(executor, organizationId, cards.length);
  const { rows } = await executor.query<{ id: number; personId: number }>(
    `insert into card (organization_id, id, card_no, physical_no, person_id, kind, seq, deposit_fen, fee_fen, issued_at,
                       valid_end, status, list_version, created_at, created_by, updated_at)
     select $1, r.id, r.card_no, r.physical_no, r.person_id, r.kind,
            1 + (select count(*) from card o where o.organization_id = $1 and o.person_id = r.person_id),
            r.deposit_fen, r.fee_fen, $3, r.valid_end, 'NORMAL', r.list_version, $3, $4, $3
       from jsonb_to_recordset($2::jsonb) as r(id bigint, card_no text, physical_no text, person_id bigint, kind text,
            deposit_fen bigint, fee_fen bigint, valid_end date, list_version bigint)
     on conflict (organization_id, card_no) where status in ('BLANK', 'NORMAL', 'LOST', 'FROZEN') do update
       set person_id = excluded.person_id, physical_no = coalesce(excluded.physical_no, card.physical_no),
           kind = excluded.kind, seq = excluded.seq, deposit_fen = excluded.deposit_fen, fee_fen = excluded.fee_fen,
           issued_at = excluded.issued_at, valid_end = excluded.valid_end, status = 'NORMAL',
           list_version = excluded.list_version, updated_at = excluded.updated_at, version = card.version + 1
       where card.status = 'BLANK'
     returning id, person_id as "personId"`,
    [
      organizationId,
      JSON.stringify(
        cards.map((card, i) => ({
          id: fresh[i],
          card_no: card.cardNo,
          physical_no: card.physicalNo || null,
          person_id: card.personId,
          kind: card.kind ?? 'IC',
          deposit_fen: card.depositFen ?? 0,
          fee_fen: card.feeFen ?? 0,
          valid_end: card.validEnd ?? null,
          list_version: first + i,
        })),
      ),
      at,
      by,
    ],
  );
  if (rows.length !== cards.length) throw new Error(`${cards.length - rows.length} cards were live already`);
  const byPerson = new Map(rows.map((row) => [row.personId, row.id]));
  return cards.map((card) => byPerson.get(card.personId)!);
}
