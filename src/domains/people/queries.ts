/** What other domains may read of people and cards. */
import type { ClientBase, Pool } from 'pg';
import type { Db } from '../../kit/server/context.ts';
import './tables.ts';
import { type Sql, sqlOf } from '../../kit/server/db/sql-of.ts';
import type { CardStatus } from './cards/card-states.ts';
import { type FoundPerson, findPeople } from './persons/find-people.ts';
import type { PersonStatus } from './persons/person-states.ts';

/** A Kysely handle, a pool, a client or the wallet's transaction. */
export type Handle = Db | Sql;
const executor = (handle: Handle): Sql => ('query' in handle ? handle : sqlOf(handle));

/** A card as terminals keep it. */
export interface CardListEntry {
  cardNo: string;
  physicalNo: string | null;
  personId: number;
  name: string;
  typeId: number;
  /** Own department and all above it: rules of doors name departments. */
  departmentIds: number[];
  cardStatus: CardStatus;
  personStatus: PersonStatus;
  /** The list version of this change. */
  version: number;
}

export interface CardListPart {
  /** Ask for what comes after this version next time. */
  version: number;
  more: boolean;
  entries: CardListEntry[];
}

/** Current version of an organization's card list; 0 before its first card. */
export async function cardListVersion(handle: Handle, organizationId: number): Promise<number> {
  const { rows } = await executor(handle).query<{ version: number }>(
    'select version from card_list_version where organization_id = $1',
    [organizationId],
  );
  return rows[0]?.version ?? 0;
}

/**
 * Changes of the card list after `sinceVersion` (0: everything), oldest first, at most `limit`. Entries are whole
 * states, so applying one twice does no harm. A card out of use whose number was issued anew is left out.
 */
export async function cardListSince(
  handle: Handle,
  organizationId: number,
  sinceVersion: number,
  limit: number,
): Promise<CardListPart> {
  // Read first: whatever changes after this moment has a higher version and comes with the next call.
  const current = await cardListVersion(handle, organizationId);
  const { rows } = await executor(handle).query<CardListEntry>(
    `select c.card_no as "cardNo", c.physical_no as "physicalNo", c.person_id as "personId", p.name, p.type_id as "typeId",
            coalesce(d.above || d.id, '{}') as "departmentIds",
            c.status as "cardStatus", p.status as "personStatus", c.list_version as version
       from card c
       join person p on p.organization_id = c.organization_id and p.id = c.person_id
       left join department d on d.organization_id = p.organization_id and d.id = p.department_id
      where c.organization_id = $1 and c.list_version > $2 and c.list_version <= $3
        and (c.status in ('NORMAL', 'LOST', 'FROZEN') or not exists (
          select 1 from card l where l.organization_id = c.organization_id and l.card_no = c.card_no
             and l.status in ('NORMAL', 'LOST', 'FROZEN')))
      order by c.list_version
      limit $4`,
    [organizationId, sinceVersion, current, limit + 1],
  );
  const entries = rows.slice(0, limit);
  const more = rows.length > limit;
  return { version: more ? entries[entries.length - 1]!.version : Math.max(current, sinceVersion), more, entries };
}

/** Who pays, with what decides whether and how: states read now, limits of the person's type (null: no bound). */
export interface Payer {
  personId: number;
  name: string;
  jobNumber: string | null;
  personStatus: PersonStatus;
  /** Last valid day of the person and of the card; null never ends. */
  validEnd: string | null;
  cardValidEnd: string | null;
  typeId: number;
  typeName: string;
  priceClass: string | null;
  /** 0 without a department. */
  departmentId: number;
  /** 0 and null without a card. */
  cardId: number;
  cardNo: string | null;
  cardStatus: CardStatus | null;
  dayLimitAmountFen: number | null;
  dayLimitCount: number | null;
  singleLimitFen: number | null;
  mustOrder: boolean;
}

const payerColumns = `
  p.id as "personId", p.name, p.job_number as "jobNumber", p.status as "personStatus", p.valid_end as "validEnd",
  c.valid_end as "cardValidEnd", p.type_id as "typeId", t.name as "typeName", t.price_class as "priceClass",
  coalesce(p.department_id, 0) as "departmentId", coalesce(c.id, 0) as "cardId", c.card_no as "cardNo",
  c.status as "cardStatus", t.day_limit_amount_fen as "dayLimitAmountFen", t.day_limit_count as "dayLimitCount",
  t.single_limit_fen as "singleLimitFen", t.must_order as "mustOrder"`;

/**
 * The holder of a card number: of the live card, else of the last one that carried it (so that a lost or replaced card
 * is named and refused instead of being unknown). One prepared statement.
 */
export async function payerByCard(
  client: Pool | ClientBase,
  organizationId: number,
  cardNo: string,
): Promise<Payer | undefined> {
  const { rows } = await client.query<Payer>({
    name: 'people-payer-by-card',
    text: `select ${payerColumns}
             from (select * from card where organization_id = $1 and card_no = $2 and person_id is not null
                    order by (status in ('NORMAL', 'LOST', 'FROZEN')) desc, id desc limit 1) c
             join person p on p.organization_id = c.organization_id and p.id = c.person_id
             join person_type t on t.organization_id = p.organization_id and t.id = p.type_id`,
    values: [organizationId, cardNo],
  });
  return rows[0];
}

/** Payers by person id, with the card each holds now; unknown ids are absent. One prepared statement. */
export async function payersByIds(
  client: Pool | ClientBase,
  organizationId: number,
  personIds: readonly number[],
): Promise<Map<number, Payer>> {
  const { rows } = await client.query<Payer>({
    name: 'people-payers-by-ids',
    text: `select ${payerColumns}
             from person p
             join person_type t on t.organization_id = p.organization_id and t.id = p.type_id
             left join card c on c.organization_id = p.organization_id and c.person_id = p.id
                             and c.status in ('NORMAL', 'LOST', 'FROZEN')
            where p.organization_id = $1 and p.id = any($2::bigint[])`,
    values: [organizationId, personIds],
  });
  return new Map(rows.map((row) => [row.personId, row]));
}

/** Name and telling hint per person, closed ones included; the handle's scope holds. */
export async function personLabels(db: Db, ids: readonly number[]): Promise<Map<number, FoundPerson>> {
  return new Map((await findPeople(db, { keyword: '', ids, size: ids.length })).map((found) => [found.id, found]));
}

/** People for the command palette, best match first; the handle's scope holds. An empty keyword finds nobody. */
export async function searchPeople(db: Db, keyword: string, size = 8): Promise<FoundPerson[]> {
  const text = keyword.trim();
  return text ? findPeople(db, { keyword: text, size }) : [];
}

/** These departments and all below them, for data scopes and filters. */
export async function departmentsBelow(
  handle: Handle,
  organizationId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await executor(handle).query<{ id: number }>(
    `select id from department where organization_id = $1 and (id = any($2::bigint[]) or above && $2::bigint[]) order by id`,
    [organizationId, ids],
  );
  return rows.map((row) => row.id);
}
