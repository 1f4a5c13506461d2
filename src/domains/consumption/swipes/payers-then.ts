/**
 * Who pays for a swipe that becomes known later: who held the card then, in which department, of which type and state. A
 * number may have gone to somebody else since; a card may have been reported lost.
 */
import type { Pool } from 'pg';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Payer } from './payers.ts';

export interface SwipeThen {
  /** Card number, or '' to look up by person. */
  cardNo: string;
  personId: number;
  /** When it was swiped, epoch ms. */
  atMs: number;
}

const then = (table: string, id: string) => `lateral (
    select x.content from past_row x
    where x.organization_id = $1 and x.table_name = '${table}' and x.row_id = ${id} and x.until > k.at
    order by x.until limit 1)`;

/**
 * Of the cards that bore the number, the one issued last before the swipe; the first one where none was. What the past says
 * of card and person goes before what they are now.
 */
const text = `
  with k as materialized (
    select * from unnest($2::text[], $3::bigint[], $4::timestamptz[]) with ordinality as k (card_no, person_id, at, nr)
  ), held as (
    select distinct on (k.nr) k.nr, k.at, c.id, c.card_no,
      coalesce((h.content ->> 'person_id')::bigint, c.person_id) as person_id,
      coalesce(h.content ->> 'status', c.status) as status,
      case when h.content is null then c.valid_end else (h.content ->> 'valid_end')::date end as valid_end
    from k join card c on c.organization_id = $1 and c.card_no = k.card_no and k.card_no <> ''
    left join ${then('card', 'c.id')} h on true
    order by k.nr, coalesce(c.issued_at <= k.at, false) desc,
      case when c.issued_at <= k.at then k.at - c.issued_at else c.issued_at - k.at end nulls last, c.id
  ), paid as (
    select k.nr, k.at, coalesce(h.person_id, case when k.card_no = '' then k.person_id end) as person_id, h.id, h.card_no,
      h.status, h.valid_end
    from k left join held h on h.nr = k.nr
  )
  select k.nr, p.id as "personId", p.name as "personName", p.job_number as "jobNumber",
    coalesce((t.content ->> 'type_id')::bigint, p.type_id) as "typeId",
    coalesce(case when t.content is null then p.department_id else (t.content ->> 'department_id')::bigint end, 0)
      as "departmentId",
    coalesce(t.content ->> 'status', p.status) as "personState", coalesce(k.id, 0) as "cardId",
    coalesce(k.card_no, '') as "cardNo", k.status as "cardState",
    case when t.content is null then p.valid_end else (t.content ->> 'valid_end')::date end as "personValidEnd",
    k.valid_end as "cardValidEnd"
  from paid k join person p on p.organization_id = $1 and p.id = k.person_id
  left join ${then('person', 'p.id')} t on true`;

/** Payers in the order of the swipes; undefined where nobody ever held the card or the person is unknown. */
export async function payersThen(
  pool: Pick<Pool, 'query'>,
  organizationId: number,
  swipes: readonly SwipeThen[],
): Promise<(Payer | undefined)[]> {
  const { rows } = await pool.query<Payer & { nr: number }>({
    name: 'payers-then',
    text,
    values: [
      organizationId,
      swipes.map((s) => s.cardNo),
      swipes.map((s) => s.personId),
      swipes.map((s) => isoAt(s.atMs)),
    ],
  });
  const byNr = new Map(rows.map(({ nr, ...payer }) => [nr, payer]));
  return swipes.map((_, i) => byNr.get(i + 1));
}
