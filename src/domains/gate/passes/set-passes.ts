/**
 * Who may pass where and when, told to the doors as a feed of changes. Whoever gives passes says what a person's are from
 * now on; what differs is withdrawn or written, so that saying it twice changes nothing.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import type { PassEntryRow } from '../tables.ts';

export interface WantedPass {
  personId: number;
  districtId: number;
  /** Epoch ms. */
  from: number;
  /** Epoch ms; equal to `from` for one that is not confirmed yet. */
  to: number;
  /** Epoch ms until which a door that is cut off admits without confirmation; null never. */
  graceUntil: number | null;
  /** What it rests on, in words. */
  reason: string;
}

export interface PassesOf {
  organizationId: number;
  source: PassEntryRow['source'];
  /** Whose passes are told: all they have of this source. */
  personIds: readonly number[];
  nowMs: number;
  /** Said of those that end. */
  why: string;
}

interface Standing {
  id: number;
  personId: number;
  districtId: number;
  fromMs: number;
  toMs: number;
  graceMs: number | null;
}

/** The next `count` numbers of the unit's feed; answers the first. Its row is locked until the transaction ends. */
async function takeVersions(db: Sql, organizationId: number, count: number): Promise<number> {
  const { rows } = await db.query<{ version: number }>(
    `insert into pass_version (organization_id, version) values ($1, $2)
     on conflict (organization_id) do update set version = pass_version.version + $2 returning version`,
    [organizationId, count],
  );
  return rows[0]!.version - count + 1;
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`;

/** Passes that open anything from now on, and wait in no past. */
async function standing(db: Sql, { organizationId, source, personIds, nowMs }: PassesOf): Promise<Standing[]> {
  const { rows } = await db.query<Standing>(
    `select id, person_id as "personId", district_id as "districtId", ${ms('from_at')} as "fromMs", ${ms('to_at')} as "toMs",
       ${ms('grace_until')} as "graceMs"
     from pass_entry where organization_id = $1 and source = $2 and person_id = any($3::bigint[]) and withdrawn_at is null
       and greatest(to_at, grace_until) > $4 order by id for update`,
    [organizationId, source, personIds, isoAt(nowMs)],
  );
  return rows;
}

const keyOf = (one: { personId: number; districtId: number }, from: number) =>
  `${one.personId}/${one.districtId}/${from}`;

/**
 * Makes these the passes of the people, in the caller's transaction; answers how many rows changed. Passes already over are
 * left as they are, those of another source are not touched; none wanted ends them all.
 */
export async function grantPasses(db: Sql, ids: Ids, of: PassesOf, wanted: readonly WantedPass[]): Promise<number> {
  const { organizationId, source, nowMs, why } = of;
  // The feed's row first: two who settle the same people wait for one another here.
  await takeVersions(db, organizationId, 0);
  const open = new Map(
    wanted.filter((one) => Math.max(one.to, one.graceUntil ?? 0) > nowMs).map((one) => [keyOf(one, one.from), one]),
  );
  const ended: number[] = [];
  const changed: { id: number; pass: WantedPass }[] = [];
  for (const row of await standing(db, of)) {
    const key = keyOf(row, row.fromMs);
    const pass = open.get(key);
    open.delete(key);
    if (!pass) ended.push(row.id);
    else if (pass.to !== row.toMs || pass.graceUntil !== row.graceMs) changed.push({ id: row.id, pass });
  }
  const fresh = [...open.values()];
  const count = ended.length + changed.length + fresh.length;
  if (count === 0) return 0;
  const at = isoAt(nowMs);
  const first = await takeVersions(db, organizationId, count);
  await db.query(
    `update pass_entry e set withdrawn_at = $3, withdrawn_why = $4, version = $5 + t.n - 1
     from unnest($2::bigint[]) with ordinality as t (id, n) where e.organization_id = $1 and e.id = t.id`,
    [organizationId, ended, at, why, first],
  );
  const isos = (list: readonly WantedPass[], key: 'from' | 'to' | 'graceUntil') =>
    list.map((one) => (one[key] === null ? null : isoAt(one[key])));
  const passes = changed.map((one) => one.pass);
  await db.query(
    `update pass_entry e set to_at = t.upto, grace_until = t.grace, reason = t.reason, version = $6 + t.n - 1
     from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::text[]) with ordinality as t (id, upto, grace, reason, n)
     where e.organization_id = $1 and e.id = t.id`,
    [
      organizationId,
      changed.map((one) => one.id),
      isos(passes, 'to'),
      isos(passes, 'graceUntil'),
      passes.map((one) => one.reason),
      first + ended.length,
    ],
  );
  await db.query(
    `insert into pass_entry (organization_id, id, person_id, district_id, source, from_at, to_at, grace_until, reason, version,
       created_at)
     select $1, t.id, t.person, t.district, $2, t.since, t.upto, t.grace, t.reason, $10::bigint + t.n - 1, $11
     from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::timestamptz[], $7::timestamptz[], $8::timestamptz[], $9::text[])
       with ordinality as t (id, person, district, since, upto, grace, reason, n)`,
    [
      organizationId,
      source,
      await ids.take(fresh.length),
      fresh.map((one) => one.personId),
      fresh.map((one) => one.districtId),
      isos(fresh, 'from'),
      isos(fresh, 'to'),
      isos(fresh, 'graceUntil'),
      fresh.map((one) => one.reason),
      first + ended.length + changed.length,
      at,
    ],
  );
  return count;
}
