/**
 * Locks the purses of everyone in a batch, in key order (so batches never deadlock), and reads what the planner may look
 * at. Everything read after the purse lock is stable: whoever writes for a person holds that lock.
 */
import type { Client } from 'pg';
import { knownSwipeOf, knownSwipes } from '../plain/known-swipes.ts';
import { askKnownGrants, knownGrantOf } from '../plain/plain-grant.ts';
import { answerOfSwipe, keyOfNumber, printOfSwipe } from '../plain/plain-swipe.ts';
import { spentOn } from '../plan/spent.ts';
import type { CounterRow, HoldRow, OriginalPosting, PersonState, PurseRow } from '../plan/state.ts';
import type { Attendance, MoneyRequest, PostingKind, TradePlace } from '../types.ts';
import { plainArray, textArray } from './arrays.ts';
import type { Item } from './item.ts';
import { askRuleUse, ruleUseOf } from './rule-use.ts';
import { spentOfText } from './spent-text.ts';
import { begin, type Command, type Statement, sendAll } from './train.ts';

const purseColumns =
  'id, person_id, kind, spend_order, balance_fen, held_fen, floor_fen, expires_on, batch_id, rule_id, status, version, spent_on, spent';

/** Shared with every batch, taken alone by the month close: a month cannot close while a batch decides dates. */
export const periodLockKey = "hashtextextended('wallet period', $1)";

export const periodLock: Statement = {
  name: 'w_period_lock',
  text: `select pg_advisory_xact_lock_shared(${periodLockKey})`,
};

/** The main purse is its person's mutex: whoever writes money of a person locks it, and nothing else has to be locked. */
const purseLock: Statement = {
  name: 'w_purse_lock',
  text: `select ${purseColumns} from wallet where organization_id = $1 and person_id = any($2::bigint[]) and status <> 'CLOSED'
    and kind = 'MAIN' order by person_id for update`,
};
/** Read after the lock, as they stand then. */
const otherPurses: Statement = {
  name: 'w_other_purses',
  text: `select ${purseColumns} from wallet where organization_id = $1 and person_id = any($2::bigint[]) and status <> 'CLOSED'
    and kind <> 'MAIN' order by person_id, id`,
};
const closedPurseLock: Statement = {
  name: 'w_closed_purse_lock',
  text: `select ${purseColumns} from wallet
    where organization_id = $1 and person_id = any($2::bigint[]) and status = 'CLOSED' and id = any(array(
      select e.wallet_id from posting p join ledger_entry e on e.organization_id = p.organization_id
        and e.business_date = p.business_date and e.posting_id = p.id
      where p.organization_id = $1 and p.id = any($3::bigint[]) and e.wallet_id <> 0))
    order by person_id, id for update`,
};
/** Answers given before, and in a last row of nulls the first open day and the version of the payers. */
const knownKeys: Statement = {
  name: 'w_known_keys',
  text: `select request_key, fingerprint, answer, null::date, null::bigint from money_request
    where organization_id = $1 and request_key = any($2::text[])
    union all
    select null, null, null, (max(month) + interval '1 month')::date,
      coalesce((select version from payer_facts where organization_id = $1), 0) from period where organization_id = $1`,
};
/**
 * Counters of days the purses do not know, out of the trades: a search by the index of people for each, bounded by time. `+ 0`
 * keeps the index by unit and time out: it reads all the unit's swipes of two days, and looks as cheap while a month has none.
 */
const counters: Statement = {
  name: 'w_counters',
  text: `select n.person, s.* from unnest($2::bigint[]) as n(person) cross join lateral (
    select t.occurred_date, t.meal_period_id, t.restaurant_id,
      count(*) filter (where not coalesce(r.reversed_fen = r.amount_fen and r.reversed_count = r.count_used, false)),
      sum(t.amount_fen - coalesce(r.reversed_fen, 0))::bigint, (extract(epoch from max(t.occurred_at)) * 1000)::bigint,
      (array_agg(t.device_id order by t.occurred_at desc, t.id desc))[1],
      (array_agg(t.amount_fen order by t.occurred_at desc, t.id desc))[1]
    from trade t left join posting_reversed r on r.organization_id = $1 and r.posting_id = t.id
    where t.organization_id + 0 = $1 and t.person_id = n.person and t.occurred_date = any($3::date[])
      and t.business_date >= $4::date and t.occurred_at >= ($4::date - 2)::timestamptz
      and t.kind = 'CONSUME' and t.attendance <> 'ORDERED_ABSENT'
    group by t.occurred_date, t.meal_period_id, t.restaurant_id) s`,
};
const originals: Statement = {
  name: 'w_originals',
  text: `select p.id, p.person_id, p.kind, p.amount_fen, p.count_used, p.counter_account, r.reversed_fen, r.reversed_count,
      (select json_agg(json_build_array(e.line_no, e.account, e.wallet_id, e.amount_fen) order by e.line_no)
        from ledger_entry e where e.organization_id = p.organization_id and e.business_date = p.business_date
          and e.posting_id = p.id),
      t.occurred_date, t.restaurant_id, t.deploy_site_id, t.device_id, t.meal_period_id, t.department_id, t.person_type_id,
      t.mode, t.identify, t.card_id, t.card_no, t.offline, coalesce(t.order_id, 0), t.heads, t.restaurant_heads, t.attendance
    from posting p
    left join trade t on t.organization_id = p.organization_id and t.id = p.id and t.business_date = p.business_date
    left join posting_reversed r on r.organization_id = p.organization_id and r.posting_id = p.id
    where p.organization_id = $1 and p.id = any($2::bigint[])`,
};
const holds: Statement = {
  name: 'w_holds',
  text: `select h.id, h.person_id, h.purpose, h.amount_fen, h.status, h.spend_on,
      (select json_agg(json_build_array(l.wallet_id, l.amount_fen) order by l.line_no) from hold_line l
        where l.organization_id = h.organization_id and l.hold_id = h.id)
    from hold h where h.organization_id = $1 and h.id = any($2::bigint[])`,
};

/** What was answered before under a key of this batch. */
export interface KnownAnswer {
  fingerprint: string;
  answer: unknown;
}

export interface Locked {
  openFrom: string;
  /** Of the organization's payers now (payer_facts). */
  factsVersion: number;
  known: Map<string, KnownAnswer>;
  stateOf(personId: number): PersonState;
}

function purseOf(r: unknown[]): PurseRow {
  return {
    id: r[0] as number,
    personId: r[1] as number,
    kind: r[2] as PurseRow['kind'],
    spendOrder: r[3] as number,
    balanceFen: r[4] as number,
    heldFen: r[5] as number,
    floorFen: r[6] as number,
    expiresOn: r[7] as string | null,
    batchId: r[8] as number,
    ruleId: r[9] as number,
    status: r[10] as PurseRow['status'],
    version: r[11] as number,
    ...(r[12] === null ? {} : { spent: spentOfText(r[12] as string, r[13] as string) }),
  };
}

function counterOf(r: unknown[]): CounterRow {
  const [
    personId,
    occurredDate,
    mealPeriodId,
    restaurantId,
    tradeCount,
    amountFen,
    lastAtMs,
    lastDeviceId,
    lastAmountFen,
  ] = r;
  return {
    personId: personId as number,
    occurredDate: occurredDate as string,
    mealPeriodId: mealPeriodId as number,
    restaurantId: restaurantId as number,
    tradeCount: tradeCount as number,
    amountFen: amountFen as number,
    lastAtMs: lastAtMs as number,
    lastDeviceId: lastDeviceId as number,
    lastAmountFen: lastAmountFen as number,
  };
}

function originalOf(r: unknown[]): OriginalPosting {
  const place: TradePlace = {
    restaurantId: r[10] as number,
    deploySiteId: r[11] as number,
    deviceId: r[12] as number,
    mealPeriodId: r[13] as number,
    departmentId: r[14] as number,
    personTypeId: r[15] as number,
    mode: r[16] as TradePlace['mode'],
    identify: r[17] as TradePlace['identify'],
    cardId: r[18] as number,
    cardNo: r[19] as string,
    offline: r[20] as boolean,
    orderId: r[21] as number,
  };
  const lines = (r[8] ?? []) as [number, string, number, number][];
  return {
    id: r[0] as number,
    personId: r[1] as number,
    kind: r[2] as PostingKind,
    amountFen: r[3] as number,
    countUsed: r[4] as number,
    counterAccount: r[5] as string,
    reversed: r[6] === null ? null : { fen: r[6] as number, count: r[7] as number },
    lines: lines.map(([lineNo, account, walletId, amountFen]) => ({ lineNo, account, walletId, amountFen })),
    trade:
      r[9] === null
        ? null
        : {
            place,
            occurredDate: r[9] as string,
            heads: r[22] as number,
            restaurantHeads: r[23] as number,
            attendance: r[24] as Attendance,
          },
  };
}

function holdOf(r: unknown[]): HoldRow {
  return {
    id: r[0] as number,
    personId: r[1] as number,
    purpose: r[2] as HoldRow['purpose'],
    amountFen: r[3] as number,
    status: r[4] as HoldRow['status'],
    spendOn: r[5] as string | null,
    lines: ((r[6] ?? []) as [number, number][]).map(([walletId, amountFen]) => ({ walletId, amountFen })),
  };
}

function originalIdOf(request: MoneyRequest): number | undefined {
  return request.kind === 'REVERSE' || request.kind === 'SUPPLEMENT' ? request.originalPostingId : undefined;
}

function holdIdOf(request: MoneyRequest): number | undefined {
  if (request.kind === 'HOLD') return request.replacesHoldId;
  return request.kind === 'HOLD_POST' || request.kind === 'HOLD_VOID' ? request.holdId : undefined;
}

function group<T extends { personId: number }>(rows: T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const list = groups.get(row.personId);
    if (list) list.push(row);
    else groups.set(row.personId, [row]);
  }
  return groups;
}

const nobody: readonly never[] = [];

/** The day whose counters a request is decided by; undefined where it counts nothing. */
function dayCounted(
  request: MoneyRequest,
  dateOf: (request: MoneyRequest) => string,
  originals: ReadonlyMap<number, OriginalPosting>,
): string | undefined {
  if (request.personId === 0) return undefined;
  if (request.kind === 'CONSUME' || request.kind === 'HOLD_POST') return dateOf(request);
  return request.kind === 'REVERSE' ? originals.get(request.originalPostingId)?.trade?.occurredDate : undefined;
}

/** What the batch's people have had on the days it is about: most of it stands in the purses, the rest is asked for. */
async function countersOf(
  client: Client,
  organizationId: number,
  days: readonly { personId: number; date: string }[],
  purses: ReadonlyMap<number, PurseRow[]>,
): Promise<Map<number, CounterRow[]>> {
  const known: CounterRow[] = [];
  const asked: (typeof days)[number][] = [];
  for (const day of days) {
    const rows = spentOn(purses.get(day.personId) ?? nobody, day.personId, day.date);
    if (rows) known.push(...rows);
    else asked.push(day);
  }
  if (asked.length > 0) {
    const persons = [...new Set(asked.map((day) => day.personId))];
    const dates = [...new Set(asked.map((day) => day.date))].sort();
    const values = [organizationId, plainArray(persons), plainArray(dates), dates[0]];
    const [found] = await sendAll(client, [{ statement: counters, values }]);
    // Days the purses knew of somebody are not said twice.
    const wanted = new Set(asked.map((day) => `${day.personId}/${day.date}`));
    for (const row of (found?.rows ?? []).map(counterOf))
      if (wanted.has(`${row.personId}/${row.occurredDate}`)) known.push(row);
  }
  return group(known);
}

/** Begins the transaction, locks and loads. `dateOf` tells the business day a request counts on. */
export async function lockAndLoad(
  client: Client,
  organizationId: number,
  items: readonly Item[],
  dateOf: (request: MoneyRequest) => string,
): Promise<Locked> {
  const persons = [...new Set(items.map((item) => item.request.personId))].sort((a, b) => a - b);
  const originalIds = items.map((item) => originalIdOf(item.request)).filter((id) => id !== undefined);
  const holdIds = items.map((item) => holdIdOf(item.request)).filter((id) => id !== undefined);
  const personIds = plainArray(persons);
  const of = (statement: Statement, ...values: unknown[]): Command => ({
    statement,
    values: [organizationId, ...values],
  });
  const commands: Command[] = [
    begin,
    of(periodLock),
    of(purseLock, personIds),
    of(otherPurses, personIds),
    of(knownKeys, textArray(items.map((item) => item.request.requestKey))),
  ];
  const at = (command: Command) => commands.push(command) - 1;
  const originalsAt = originalIds.length > 0 ? at(of(originals, plainArray(originalIds))) : -1;
  const closedAt = originalIds.length > 0 ? at(of(closedPurseLock, personIds, plainArray(originalIds))) : -1;
  const used = askRuleUse(
    organizationId,
    items.map((item) => item.request),
    dateOf,
  );
  const usedAt = used ? at(used) : -1;
  const holdsAt = holdIds.length > 0 ? at(of(holds, plainArray(holdIds))) : -1;
  const grantsAt = askKnownGrants(organizationId, items).map(at);
  const swipesAt = knownSwipes(organizationId, items, dateOf).map(at);
  const results = await sendAll(client, commands);
  const rows = (index: number) => results[index]?.rows ?? [];
  const purses = group([...rows(2), ...rows(3), ...rows(closedAt)].map(purseOf));
  const ruleUses = group(rows(usedAt).map(ruleUseOf));
  const originalMap = new Map(rows(originalsAt).map((r) => [r[0] as number, originalOf(r)]));
  const holdMap = new Map(rows(holdsAt).map((r) => [r[0] as number, holdOf(r)]));
  const days = items.flatMap(({ request }) => {
    const date = dayCounted(request, dateOf, originalMap);
    return date === undefined ? [] : [{ personId: request.personId, date }];
  });
  const counterRows = await countersOf(client, organizationId, days, purses);
  return {
    openFrom: (rows(4).at(-1)?.[3] as string | null) ?? '',
    factsVersion: (rows(4).at(-1)?.[4] as number | null) ?? 0,
    known: new Map([
      ...rows(4)
        .slice(0, -1)
        .map((r): [string, KnownAnswer] => [r[0] as string, { fingerprint: r[1] as string, answer: r[2] }]),
      ...grantsAt.flatMap(rows).map(knownGrantOf),
      ...swipesAt.flatMap(rows).map((r): [string, KnownAnswer] => {
        const swipe = knownSwipeOf(r);
        return [keyOfNumber(swipe), { fingerprint: printOfSwipe(swipe), answer: answerOfSwipe(swipe) }];
      }),
    ]),
    stateOf: (personId) => ({
      purses: purses.get(personId) ?? nobody,
      counters: counterRows.get(personId) ?? nobody,
      ruleUse: ruleUses.get(personId) ?? nobody,
      originals: originalMap,
      holds: holdMap,
    }),
  };
}
