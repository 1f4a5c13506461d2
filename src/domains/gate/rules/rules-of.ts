/** Reads the rules of districts and who somebody is to them. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { asOf, asOfValues, changesSince } from '../../../kit/server/query/as-of.ts';
import { dayKind } from '../../consumption/public.server.ts';
import type { DoorRule, KindOfDay, Passing } from './judge.ts';

/** The rules in use, by district; at an instant (epoch ms), those of then. */
export async function rulesOf(
  db: Sql,
  organizationId: number,
  districtIds: readonly number[],
  then?: number,
): Promise<Map<number, DoorRule[]>> {
  const [at, planned] = asOfValues(0, then);
  const source = then === undefined ? '(select * from door_rule where organization_id = $1)' : asOf('door_rule');
  const { rows } = await db.query<DoorRule & { districtId: number }>(
    `select /* wall: both sources name organization_id = $1 */ id, name, effect, direction, district_id as "districtId", type_ids as "typeIds", department_ids as "departmentIds",
       person_ids as "personIds", except_ids as "exceptIds", day_kinds as "dayKinds", from_date::text as "fromDate",
       to_date::text as "toDate", from_time as "fromTime", to_time as "toTime"
     from ${source} r where district_id = any($${then === undefined ? 2 : 4}::bigint[]) and status = 'NORMAL' order by id`,
    then === undefined ? [organizationId, districtIds] : [organizationId, at, planned, districtIds],
  );
  return Map.groupBy(rows, (row) => row.districtId);
}

/** The rules as they stood at each of these instants: now's where nothing changed since; read once between two changes. */
export async function rulesThrough(
  db: Sql,
  organizationId: number,
  districtIds: readonly number[],
  instants: readonly number[],
): Promise<(at: number) => Map<number, DoorRule[]>> {
  const now = await rulesOf(db, organizationId, districtIds);
  if (instants.length === 0) return () => now;
  const changes = await changesSince(db, organizationId, ['door_rule'], Math.min(...instants));
  const before = (at: number) => changes.findIndex((change) => change > at);
  const read = new Map<number, Map<number, DoorRule[]>>();
  for (const at of instants) {
    const nth = before(at);
    if (nth >= 0 && !read.has(nth)) read.set(nth, await rulesOf(db, organizationId, districtIds, at));
  }
  return (at) => read.get(before(at)) ?? now;
}

/** What kinds the days are, from the unit's calendar. */
export async function calendarOf(db: Sql, organizationId: number): Promise<KindOfDay> {
  const { rows } = await db.query<{ day: string; kind: 'WORKDAY' | 'WEEKEND' | 'HOLIDAY' }>(
    `select day::text as day, kind from calendar_day where organization_id = $1`,
    [organizationId],
  );
  const named = new Map(rows.map(({ day, kind }) => [day, kind]));
  return (date) => dayKind(date, named);
}

/** Where no rule asks for the calendar. */
export const weekdaysAlone: KindOfDay = (date) => dayKind(date, new Map());

export interface KnownPerson extends Omit<Passing, 'direction' | 'at'> {
  name: string;
  departmentId: number | null;
  status: string;
}

const who = `select p.id as "personId", p.name, p.type_id as "typeId", p.department_id as "departmentId", p.status,
  coalesce(d.above || d.id, '{}') as "departmentIds"`;
const from = `left join department d on d.organization_id = p.organization_id and d.id = p.department_id`;

/** People by their ids. */
export async function personsById(
  db: Sql,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, KnownPerson>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<KnownPerson>(
    `${who} from person p ${from} where p.organization_id = $1 and p.id = any($2::bigint[])`,
    [organizationId, ids],
  );
  return new Map(rows.map((row) => [row.personId, row]));
}

/** Who holds the cards, and whether a card may still be used. */
export async function personsByCard(
  db: Sql,
  organizationId: number,
  cardNos: readonly string[],
): Promise<Map<string, KnownPerson & { cardStatus: string }>> {
  if (cardNos.length === 0) return new Map();
  const { rows } = await db.query<KnownPerson & { cardNo: string; cardStatus: string }>(
    `${who}, c.card_no as "cardNo", c.status as "cardStatus" from card c
     join person p on p.organization_id = c.organization_id and p.id = c.person_id ${from}
     where c.organization_id = $1 and c.card_no = any($2::text[]) order by c.id`,
    [organizationId, cardNos],
  );
  return new Map(rows.map((row) => [row.cardNo, row]));
}
