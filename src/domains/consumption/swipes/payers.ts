/**
 * Who pays: person and card by card number or person id. While one look-up runs or rests, the next gather, so a lunch
 * rush asks the database a few hundred times a second however many cards are shown. Whoever was found is kept with the version of the
 * organization's payers (payer_facts): the wallet asks whether that still stands when it charges.
 */
import type { Pool } from 'pg';
import type { ReportedMeal, ReportKey } from './meal-scheme.ts';

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
  /** What they reported of the meal they were looked up with; null: nothing. Absent: no meal was named. */
  report?: ReportedMeal | null;
}

export interface PayerKey {
  organizationId: number;
  /** Card number, or '' to look up by person. */
  cardNo: string;
  personId: number;
  /** Looks up as well what they reported of it. */
  meal?: ReportKey;
}

/** A payer who was looked up before. */
export interface RecalledPayer {
  payer: Payer;
  /** Of the organization's payers when this was read. */
  version: number;
}

export interface Payers {
  /** Looks up; undefined when nobody holds the card or the person is unknown. */
  find(key: PayerKey): Promise<Payer | undefined>;
  /** Out of memory: only for a charge that is asked for with its version. What is decided without one is decided by `find`. */
  recall(key: PayerKey): RecalledPayer | undefined;
}

const payerColumns = `p.id as "personId", p.name as "personName", p.job_number as "jobNumber", p.type_id as "typeId",
    coalesce(p.department_id, 0) as "departmentId", p.status as "personState", coalesce(c.id, 0) as "cardId",
    coalesce(c.card_no, '') as "cardNo", c.status as "cardState", p.valid_end as "personValidEnd",
    c.valid_end as "cardValidEnd"`;
const versionColumn = `coalesce((select f.version from payer_facts f where f.organization_id = c.organization_id), 0) as "factsVersion"`;

/**
 * Live cards by their unique index, one probe a swipe. The numbered keys are materialized: with young statistics a
 * planner otherwise reads all cards of the organization for every swipe.
 */
const heldText = (keys: string, more: string) => `
  with k as materialized (
    select * from unnest(${keys}) with ordinality as k (organization_id, card_no, person_id${more}, nr)
  ), held as materialized (
    select k.nr, k.organization_id, case when k.card_no = '' then k.person_id else c.person_id end as holder,
           c.id, c.card_no, c.status, c.valid_end${more}
    from k left join card c on c.organization_id = k.organization_id and c.card_no = k.card_no and k.card_no <> ''
      and c.status in ('BLANK', 'NORMAL', 'LOST', 'FROZEN')
  )`;
const keyTypes = '$1::bigint[], $2::text[], $3::bigint[]';
const heldPerson = 'from held c join person p on p.organization_id = c.organization_id and p.id = c.holder';
const text = `${heldText(keyTypes, '')}
  select c.nr, ${versionColumn}, ${payerColumns} ${heldPerson}`;

/** The same with one more probe of a unique index: a meal that is reported costs a swipe no look-up of its own. */
const reportText = `${heldText(`${keyTypes}, $4::bigint[], $5::date[]`, ', meal, day')}
  select c.nr, ${versionColumn}, ${payerColumns}, (select json_build_object('portions', m.portions, 'standing', m.status = 'REPORTED',
      'restaurantId', m.restaurant_id) from meal_report m where m.organization_id = c.organization_id
      and m.dining_date = c.day and m.meal_period_id = c.meal and m.person_id = c.holder limit 1) as report
  ${heldPerson}`;

/** The last holder of a number that is no longer live, so that the refusal can say what became of the card. */
const formerText = `
  select ${payerColumns}
  from card c join person p on p.organization_id = c.organization_id and p.id = c.person_id
  where c.organization_id = $1 and c.card_no = $2 order by c.id desc limit 1`;

/**
 * A look-up costs as much as a dozen of its cards: in a rush the next one waits this long for company, or until it has
 * enough. A card that comes alone, after one that came alone, waits for nobody.
 */
const restMs = 2;
const enough = 32;

/** What was read beside for others of the turn is not theirs: absent is what was not asked. */
function asAsked({ report, ...payer }: Payer, { meal }: PayerKey): Payer {
  return meal ? { ...payer, report: report ?? null } : payer;
}

interface Waiting {
  key: PayerKey;
  resolve: (payer: Payer | undefined) => void;
  reject: (error: unknown) => void;
}

interface FoundPayer extends Payer {
  nr: number;
  factsVersion: number;
}

/** Most payers kept, about 25 MB; the ones looked up longest ago go first. */
const mostKept = 50_000;

/** Payers by organization and key. Of an organization only the newest version's are answered. */
function keptPayers() {
  const newest = new Map<number, number>();
  const kept = new Map<string, RecalledPayer>();
  const nameOf = ({ organizationId, cardNo, personId }: PayerKey) => `${organizationId}/${cardNo}/${personId}`;
  return {
    keep: (key: PayerKey, payer: Payer, version: number): void => {
      if (version < (newest.get(key.organizationId) ?? 0)) return;
      newest.set(key.organizationId, version);
      const name = nameOf(key);
      kept.delete(name);
      kept.set(name, { payer, version });
      if (kept.size <= mostKept) return;
      for (const oldest of kept.keys()) {
        kept.delete(oldest);
        break;
      }
    },
    recall: (key: PayerKey): RecalledPayer | undefined => {
      const name = nameOf(key);
      const found = kept.get(name);
      if (!found || found.version === newest.get(key.organizationId)) return found;
      kept.delete(name);
      return undefined;
    },
  };
}

export function payerLookup(pool: Pool): Payers {
  const kept = keptPayers();
  const waiting: Waiting[] = [];
  let running = false;
  let resting = false;

  const former = ({ key, resolve, reject }: Waiting) =>
    pool
      .query<Payer>({ name: 'payer-former', text: formerText, values: [key.organizationId, key.cardNo] })
      .then(({ rows }) => resolve(rows[0]), reject);

  const rest = () => {
    resting = true;
    setTimeout(() => {
      resting = false;
      next();
    }, restMs);
  };
  const run = async () => {
    const batch = waiting.splice(0, 256);
    if (batch.length === 0) return;
    running = true;
    if (batch.length > 1) rest();
    try {
      const keys = [
        batch.map((w) => w.key.organizationId),
        batch.map((w) => w.key.cardNo),
        batch.map((w) => w.key.personId),
      ];
      const { rows } = await pool.query<FoundPayer>(
        batch.some((w) => w.key.meal)
          ? {
              name: 'payers-reports',
              text: reportText,
              values: [...keys, batch.map((w) => w.key.meal?.mealPeriodId), batch.map((w) => w.key.meal?.date)],
            }
          : { name: 'payers', text, values: keys },
      );
      const byNr = new Map(rows.map((row) => [row.nr, row]));
      for (const [i, w] of batch.entries()) {
        const row = byNr.get(i + 1);
        if (!row && w.key.cardNo !== '') {
          former(w);
          continue;
        }
        if (!row) {
          w.resolve(undefined);
          continue;
        }
        const { nr: _nr, factsVersion, ...found } = row;
        if (found.report === undefined) kept.keep(w.key, found, factsVersion);
        w.resolve(asAsked(found, w.key));
      }
    } catch (error) {
      for (const w of batch) w.reject(error);
    } finally {
      running = false;
      next();
    }
  };
  const next = () => {
    if (running || waiting.length === 0 || (resting && waiting.length < enough)) return;
    void run();
  };

  return {
    find: (key) =>
      new Promise((resolve, reject) => {
        waiting.push({ key, resolve, reject });
        // Everything that arrives in this turn of the event loop is asked together.
        if (waiting.length === 1 || waiting.length === enough) setImmediate(next);
      }),
    recall: kept.recall,
  };
}
