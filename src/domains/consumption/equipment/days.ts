/**
 * A terminal's day as the books have it, beside what the terminal says of itself:
 * 设备 + 入账差额 = 平台 + 待处理 + 未上传, and 净额 = 金额 − 纠错 + 补扣. Corrections never change the terminal's own figures.
 */
import { sql } from 'kysely';
import { basisPoints } from '../../../kit/define/fen.ts';
import type { Db } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { businessDay, businessDayEnd, businessDayOf, withinBusinessDays } from '../../wallet/public.server.ts';
import { type EquipmentBooks, missingByDay } from './gap-days.ts';

export type DayState = 'OK' | 'DIFF' | 'PENDING_UPLOAD' | 'UNTOLD';

export interface EquipmentDay extends Record<string, unknown> {
  id: number;
  businessDate: string;
  /** 0: the back office. */
  deviceId: number;
  deviceName: string;
  deploySiteId: number;
  deploySiteName: string;
  count: number;
  amountFen: number;
  firstAt: string | null;
  lastAt: string | null;
  offlineCount: number;
  reversedFen: number;
  supplementFen: number;
  netFen: number;
  /** What the terminal says it took; null while it does not tell. */
  takenCount: number | null;
  takenFen: number | null;
  /** Charged beyond what the terminal's records said, when they were posted: in 金额, not in the terminal's own. */
  beyondFen: number;
  /** Arrived, not posted: waiting for a clerk, or voided. */
  suspendedCount: number;
  suspendedFen: number;
  waitingCount: number;
  waitingFen: number;
  missingCount: number;
  /** Terminal less everything known here; null while it does not tell. */
  diffCount: number | null;
  diffFen: number | null;
  /** null for the back office, which is no terminal. */
  state: DayState | null;
  /** Seconds connected, and seconds that could have been; 0 and 0 for a terminal that never beat that day. */
  onlineSeconds: number;
  possibleSeconds: number;
  /** Basis points. */
  onlineRate: number | null;
}

export interface DayFilter {
  from: string | null;
  to: string | null;
  deviceIds: readonly number[];
  deploySiteIds: readonly number[];
}

const listOf = (value: unknown): number[] =>
  value === null || value === undefined || value === '' ? [] : ([value].flat() as number[]);

/** The report's search as bounds; days `YYYY-MM-DD`. */
export function dayFilter(search: Search): DayFilter {
  const [from, to] = (Array.isArray(search.businessDate) ? search.businessDate : [null, null]) as (string | null)[];
  return {
    from: from?.slice(0, 10) ?? null,
    to: to?.slice(0, 10) ?? null,
    deviceIds: listOf(search.deviceId),
    deploySiteIds: listOf(search.deploySiteId),
  };
}

interface Booked {
  businessDate: string;
  deviceId: number;
  deploySiteId: number;
  count: number;
  amountFen: number;
  firstAt: string | null;
  lastAt: string | null;
  offlineCount: number;
  reversedFen: number;
  supplementFen: number;
}

function booked(db: Db, { from, to, deviceIds }: DayFilter): Promise<Booked[]> {
  let query = db
    .selectFrom('consumed_by_place as u')
    .select([
      'u.business_date as businessDate',
      'u.device_id as deviceId',
      sql<number>`(array_agg(u.deploy_site_id order by u.consume_count desc))[1]`.as('deploySiteId'),
      sql<number>`sum(u.consume_count)::bigint`.as('count'),
      sql<number>`sum(u.amount_fen)::bigint`.as('amountFen'),
      sql<string | null>`min(u.first_at)`.as('firstAt'),
      sql<string | null>`max(u.last_at)`.as('lastAt'),
      sql<number>`sum(u.offline_count)::bigint`.as('offlineCount'),
      sql<number>`sum(u.reversed_fen)::bigint`.as('reversedFen'),
      sql<number>`sum(u.supplement_fen)::bigint`.as('supplementFen'),
    ])
    .groupBy(['u.business_date', 'u.device_id']);
  if (from) query = query.where('u.business_date', '>=', from);
  if (to) query = query.where('u.business_date', '<=', to);
  if (deviceIds.length > 0) query = query.where(sql<boolean>`u.device_id = any(${deviceIds}::bigint[])`);
  return query.execute();
}

interface Suspended {
  businessDate: string;
  deviceId: number;
  suspendedCount: number;
  suspendedFen: number;
  /** Charged at the workbench beyond what the record said: the terminal does not know of it. */
  beyondFen: number;
}

function suspended(db: Db, { from, to, deviceIds }: DayFilter): Promise<Suspended[]> {
  const day = businessDayOf(sql`o.occurred_at`);
  let query = db
    .selectFrom('offline_trade as o')
    .select([
      day.as('businessDate'),
      'o.device_id as deviceId',
      sql<number>`count(*) filter (where o.state in ('SUSPENSE', 'VOID'))::int`.as('suspendedCount'),
      sql<number>`coalesce(sum(o.amount_fen) filter (where o.state in ('SUSPENSE', 'VOID')), 0)::bigint`.as(
        'suspendedFen',
      ),
      sql<number>`coalesce(sum(o.charged_fen - coalesce(o.amount_fen, 0)), 0)::bigint`.as('beyondFen'),
    ])
    .groupBy([day, 'o.device_id']);
  const within = withinBusinessDays(sql`o.occurred_at`, [from, to]);
  if (within) query = query.where(within);
  if (deviceIds.length > 0) query = query.where(sql<boolean>`o.device_id = any(${deviceIds}::bigint[])`);
  return query.execute();
}

function told(db: Db, { from, to, deviceIds }: DayFilter) {
  let query = db
    .selectFrom('device_day as y')
    .select([
      'y.day as businessDate',
      'y.device_id as deviceId',
      'y.online_seconds as onlineSeconds',
      'y.beats',
      'y.taken_count as takenCount',
      'y.taken_fen as takenFen',
      'y.waiting_count as waitingCount',
      'y.waiting_fen as waitingFen',
    ]);
  if (from) query = query.where('y.day', '>=', from);
  if (to) query = query.where('y.day', '<=', to);
  if (deviceIds.length > 0) query = query.where(sql<boolean>`y.device_id = any(${deviceIds}::bigint[])`);
  return query.execute();
}

/** Devices of the scope with their site and, where they do not tell their days, what waits since the last heartbeat. */
function devices(db: Db) {
  return db
    .selectFrom('device as d')
    .leftJoin('deploy_site as s', (on) =>
      on.onRef('s.organization_id', '=', 'd.organization_id').onRef('s.id', '=', 'd.deploy_site_id'),
    )
    .leftJoin('device_beat as b', 'b.device_id', 'd.id')
    .select([
      'd.id',
      'd.name',
      'd.deploy_site_id as deploySiteId',
      's.name as deploySiteName',
      'b.offline_count as waiting',
      'b.last_beat_at as lastBeatAt',
    ])
    .execute();
}

/** Seconds of a business day that have passed at `nowMs`. */
function secondsOf(day: string, nowMs: number): number {
  const end = businessDayEnd(day);
  return Math.max(0, Math.floor((Math.min(end, nowMs) - (end - 86_400_000)) / 1000));
}

function stateOf(row: Pick<EquipmentDay, 'diffCount' | 'diffFen' | 'waitingCount' | 'missingCount'>): DayState {
  if (row.diffCount === null) return row.waitingCount + row.missingCount > 0 ? 'PENDING_UPLOAD' : 'UNTOLD';
  if (row.waitingCount + row.missingCount > 0) return 'PENDING_UPLOAD';
  return row.diffCount === 0 && row.diffFen === 0 ? 'OK' : 'DIFF';
}

/** Every terminal and day with a trade, a heartbeat, a waiting record or a gap; newest day first, by name. */
export async function equipmentDays(books: EquipmentBooks, filter: DayFilter): Promise<EquipmentDay[]> {
  const { db } = books;
  const now = books.services.clock.now();
  const [trades, waits, days, fleet, missing, sites] = await Promise.all([
    booked(db, filter),
    suspended(db, filter),
    told(db, filter),
    devices(db),
    missingByDay(books),
    db.selectFrom('deploy_site').select(['id', 'name']).execute(),
  ]);
  const siteNames = new Map(sites.map((s) => [s.id, s.name]));
  const byDevice = new Map(fleet.map((d) => [d.id, d]));
  const keyOf = (row: { businessDate: string; deviceId: number }) => `${row.businessDate}|${row.deviceId}`;
  const within = (day: string, deviceId: number) =>
    (!filter.from || day >= filter.from) &&
    (!filter.to || day <= filter.to) &&
    (filter.deviceIds.length === 0 || filter.deviceIds.includes(deviceId));
  const booksAt = new Map(trades.map((row) => [keyOf(row), row]));
  const waitsAt = new Map(waits.map((row) => [keyOf(row), row]));
  const toldAt = new Map(days.map((row) => [keyOf(row), row]));
  const keys = new Set([...booksAt.keys(), ...waitsAt.keys(), ...toldAt.keys()]);
  for (const key of missing.keys()) {
    const [day = '', device = ''] = key.split('|');
    if (within(day, Number(device)) && byDevice.has(Number(device))) keys.add(key);
  }
  const rows = [...keys].map((key): EquipmentDay => {
    const [businessDate = '', device = ''] = key.split('|');
    const deviceId = Number(device);
    const book = booksAt.get(key);
    const wait = waitsAt.get(key);
    const say = toldAt.get(key);
    const own = byDevice.get(deviceId);
    const lastDay = own?.lastBeatAt ? businessDay(Date.parse(own.lastBeatAt)) : undefined;
    const waitingCount = say?.waitingCount ?? (lastDay === businessDate ? (own?.waiting ?? 0) : 0);
    const waitingFen = say?.waitingFen ?? 0;
    const takenCount = say?.takenCount ?? null;
    const takenFen = say?.takenFen ?? null;
    const count = book?.count ?? 0;
    const amountFen = book?.amountFen ?? 0;
    const reversedFen = book?.reversedFen ?? 0;
    const supplementFen = book?.supplementFen ?? 0;
    const suspendedCount = wait?.suspendedCount ?? 0;
    const suspendedFen = wait?.suspendedFen ?? 0;
    // Numbers that wait on the terminal are missing here too: they are counted once, as waiting.
    const missingCount = Math.max(0, (missing.get(key) ?? 0) - waitingCount);
    const diffCount = takenCount === null ? null : takenCount - count - suspendedCount - waitingCount;
    const beyondFen = wait?.beyondFen ?? 0;
    const diffFen = takenFen === null ? null : takenFen - (amountFen - beyondFen) - suspendedFen - waitingFen;
    const possibleSeconds = say && say.beats > 0 ? secondsOf(businessDate, now) : 0;
    const onlineSeconds = say ? Math.min(say.onlineSeconds, possibleSeconds) : 0;
    const deploySiteId = book?.deploySiteId || own?.deploySiteId || 0;
    return {
      id: 0,
      businessDate,
      deviceId,
      deviceName: deviceId === 0 ? '后台' : (own?.name ?? `设备 ${deviceId}`),
      deploySiteId,
      deploySiteName: siteNames.get(deploySiteId) ?? '未分部署点',
      count,
      amountFen,
      firstAt: book?.firstAt ?? null,
      lastAt: book?.lastAt ?? null,
      offlineCount: book?.offlineCount ?? 0,
      reversedFen,
      supplementFen,
      netFen: amountFen - reversedFen + supplementFen,
      takenCount,
      takenFen,
      beyondFen,
      suspendedCount,
      suspendedFen,
      waitingCount,
      waitingFen,
      missingCount,
      diffCount,
      diffFen,
      state: deviceId === 0 ? null : stateOf({ diffCount, diffFen, waitingCount, missingCount }),
      onlineSeconds,
      possibleSeconds,
      onlineRate: basisPoints(onlineSeconds, possibleSeconds),
    };
  });
  return rows
    .filter((row) => filter.deploySiteIds.length === 0 || filter.deploySiteIds.includes(row.deploySiteId))
    .sort((a, b) =>
      a.businessDate === b.businessDate ? a.deviceId - b.deviceId : a.businessDate < b.businessDate ? 1 : -1,
    )
    .map((row, i) => ({ ...row, id: i + 1 }));
}
