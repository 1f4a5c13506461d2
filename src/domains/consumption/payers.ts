/**
 * Who pays: person and card by card number or person id. While one look-up runs, the next gather, so a lunch rush asks
 * the database a few hundred times a second however many cards are shown.
 */
import type { Pool } from 'pg';

export interface Payer {
  personId: number;
  personName: string;
  jobNumber: string;
  typeId: number;
  departmentId: number;
  personState: 'NORMAL' | 'PENDING' | 'SUSPENDED' | 'CLOSING' | 'CLOSED';
  cardId: number;
  cardNo: string;
  /** Last day the person, and the card, may be used; null never ends. */
  personValidEnd: string | null;
  cardValidEnd: string | null;
  cardState: 'NORMAL' | 'BLANK' | 'LOST' | 'FROZEN' | 'REPLACED' | 'RETURNED' | 'CANCELLED' | null;
}

export interface PayerKey {
  organizationId: number;
  /** Card number, or '' to look up by person. */
  cardNo: string;
  personId: number;
}

const text = `
  select k.nr, p.id as "personId", p.name as "personName", p.job_number as "jobNumber", p.type_id as "typeId",
         coalesce(p.department_id, 0) as "departmentId", p.status as "personState", coalesce(c.id, 0) as "cardId",
         coalesce(c.card_no, '') as "cardNo", c.status as "cardState",
         p.valid_end as "personValidEnd", c.valid_end as "cardValidEnd"
  from unnest($1::bigint[], $2::text[], $3::bigint[]) with ordinality as k (organization_id, card_no, person_id, nr)
  left join lateral (
    select id, card_no, status, person_id, valid_end from card
    where organization_id = k.organization_id and k.card_no <> '' and card_no = k.card_no and person_id is not null
    order by (status in ('NORMAL', 'LOST', 'FROZEN')) desc, id desc limit 1
  ) c on true
  join person p on p.organization_id = k.organization_id
    and p.id = case when k.card_no <> '' then c.person_id else k.person_id end`;

interface Waiting {
  key: PayerKey;
  resolve: (payer: Payer | undefined) => void;
  reject: (error: unknown) => void;
}

/** Finds payers; undefined when nobody holds the card or the person is unknown. */
export function payerLookup(pool: Pool): (key: PayerKey) => Promise<Payer | undefined> {
  const waiting: Waiting[] = [];
  let running = 0;

  const run = async () => {
    const batch = waiting.splice(0, 256);
    if (batch.length === 0) return;
    running += 1;
    try {
      const { rows } = await pool.query<Payer & { nr: number }>({
        name: 'payers',
        text,
        values: [
          batch.map((w) => w.key.organizationId),
          batch.map((w) => w.key.cardNo),
          batch.map((w) => w.key.personId),
        ],
      });
      const byNr = new Map(rows.map((row) => [row.nr, row]));
      for (const [i, w] of batch.entries()) w.resolve(byNr.get(i + 1));
    } catch (error) {
      for (const w of batch) w.reject(error);
    } finally {
      running -= 1;
      if (waiting.length > 0) void run();
    }
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (running < 2) queueMicrotask(() => void run());
    });
}
