/** Adds a batch to the day totals, in its own lane. */
import { addDays } from '../../../kit/server/clock.ts';
import { businessDay } from '../business-day.ts';
import { plainArray, textArray } from '../writer/arrays.ts';
import { cell, dayNumber, intArray, intMatrix, matrixRows } from '../writer/int-matrix.ts';
import type { Command, Statement } from '../writer/train.ts';
import type { History } from '../writer/write-history.ts';
import { type AccountRow, type ConsumeRow, type ConsumeTotals, rollupRows } from './rollup-rows.ts';

/** What the consumption totals add up: column and field. */
export const consumeSums = [
  ['consume_count', 'consumeCount'],
  ['heads', 'heads'],
  ['restaurant_heads', 'restaurantHeads'],
  ['origin_fen', 'originFen'],
  ['discount_fen', 'discountFen'],
  ['amount_fen', 'amountFen'],
  ['main_fen', 'mainFen'],
  ['subsidy_fen', 'subsidyFen'],
  ['gift_fen', 'giftFen'],
  ['arrears_fen', 'arrearsFen'],
  ['third_fen', 'thirdFen'],
  ['count_used', 'countUsed'],
  ['reverse_count', 'reverseCount'],
  ['reversed_fen', 'reversedFen'],
  ['reversed_count_used', 'reversedCountUsed'],
  ['supplement_count', 'supplementCount'],
  ['supplement_fen', 'supplementFen'],
  ['offline_count', 'offlineCount'],
] as const satisfies readonly (readonly [string, keyof ConsumeTotals])[];

/** Date, four dimensions, the sums, first and last time. */
const consumeWidth = 1 + 4 + consumeSums.length + 2;

/** The tables of the consumption totals, each with its key after unit and day. */
export const consumeTables = {
  rollup_consume_place: ['meal_period_id', 'restaurant_id', 'deploy_site_id', 'device_id'],
  rollup_consume_people: ['meal_period_id', 'restaurant_id', 'person_type_id', 'department_id'],
} as const;

/** Adds the rows of `source` (day, key, sums, first and last time, in this order) to the unit's ($1) totals in a lane ($2). */
export function addTotals(table: keyof typeof consumeTables, source: string): string {
  const key = ['business_date', ...consumeTables[table]].join(', ');
  const sumColumns = consumeSums.map(([column]) => column);
  return `insert into ${table} as r (organization_id, lane, ${key}, ${sumColumns.join(', ')}, first_at, last_at)
      select $1, $2::smallint, ${source}
      on conflict (organization_id, ${key}, lane) do update set
        ${sumColumns.map((c) => `${c} = r.${c} + excluded.${c}`).join(', ')},
        first_at = least(r.first_at, excluded.first_at), last_at = greatest(r.last_at, excluded.last_at)`;
}

function consumeInsert(table: keyof typeof consumeTables, param: number): string {
  const numbers = Array.from({ length: consumeWidth - 3 }, (_, i) => cell(param, i + 2));
  const time = (nth: number) => `to_timestamp(nullif(${cell(param, nth)}, 0) / 1000.0::float8)`;
  return addTotals(
    table,
    `date '2000-01-01' + ${cell(param, 1)}::int, ${numbers.join(', ')}, ${time(consumeWidth - 1)}, ${time(consumeWidth)}
      from ${matrixRows(param, consumeWidth)}`,
  );
}

/** Both consumption totals in one message. */
const consumed: Statement = {
  name: 'w_rollup_consume',
  text: `with place as (${consumeInsert('rollup_consume_place', 3)})
    ${consumeInsert('rollup_consume_people', 4)}`,
};

/** Plain swipes, whose places and people are added up later; the first id tells batches apart. */
const waiting: Statement = {
  name: 'w_rollup_waiting',
  text: 'insert into rollup_waiting (organization_id, business_date, id, trades) values ($1, $2::date, ($3::bigint[])[1], $3)',
};

const accounts: Statement = {
  name: 'w_rollup_accounts',
  text: `insert into rollup_account_day as r (organization_id, lane, business_date, account, posting_kind, reverses_kind, in_fen,
      out_fen, entry_count)
    select $1, $2::smallint, * from unnest($3::date[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[])
    on conflict (organization_id, business_date, account, posting_kind, reverses_kind, lane) do update set
      in_fen = r.in_fen + excluded.in_fen, out_fen = r.out_fen + excluded.out_fen,
      entry_count = r.entry_count + excluded.entry_count`,
};

const operators: Statement = {
  name: 'w_rollup_operators',
  text: `insert into rollup_operator_day as r (organization_id, lane, business_date, account, posting_kind, reverses_kind, in_fen,
      out_fen, entry_count, operator_id)
    select $1, $2::smallint, * from unnest($3::date[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
      $9::bigint[], $10::bigint[])
    on conflict (organization_id, operator_id, business_date, posting_kind, reverses_kind, account, lane) do update set
      in_fen = r.in_fen + excluded.in_fen, out_fen = r.out_fen + excluded.out_fen,
      entry_count = r.entry_count + excluded.entry_count`,
};

/** Days that may be folded already: what is booked into them now, readers and the next fold must learn of (fold-days.ts). */
const stale: Statement = {
  name: 'w_rollup_stale',
  text: `insert into rollup_stale as r (organization_id, lane, business_date) select $1, $2::smallint, unnest($3::date[])
    on conflict (organization_id, business_date, lane) do update set marks = r.marks + 1`,
};

function consumeMatrix(rows: readonly ConsumeRow[]): Buffer {
  return intMatrix(
    rows.map(({ businessDate, dimensions, totals }) => [
      dayNumber(businessDate),
      ...dimensions,
      ...consumeSums.map(([, field]) => totals[field]),
      totals.firstAtMs,
      totals.lastAtMs,
    ]),
  );
}

function accountValues(rows: AccountRow[]): unknown[] {
  return [
    plainArray(rows.map((r) => r.businessDate)),
    plainArray(rows.map((r) => r.account)),
    plainArray(rows.map((r) => r.postingKind)),
    textArray(rows.map((r) => r.reversesKind)),
    plainArray(rows.map((r) => r.inFen)),
    plainArray(rows.map((r) => r.outFen)),
    plainArray(rows.map((r) => r.entryCount)),
  ];
}

/** Day totals of a batch; `lane` is the slot it runs in. */
export function writeRollups(
  organizationId: number,
  lane: number,
  recordedAtMs: number,
  history: readonly History[],
): Command[] {
  const rows = rollupRows(history);
  const commands: Command[] = [];
  const head = [organizationId, lane];
  if (rows.place.length > 0)
    commands.push({ statement: consumed, values: [...head, consumeMatrix(rows.place), consumeMatrix(rows.people)] });
  const yesterday = addDays(businessDay(recordedAtMs), -1);
  for (const [day, ids] of rows.waiting)
    commands.push({ statement: waiting, values: [organizationId, day, intArray(ids)] });
  const days = new Set([...rows.place.map((row) => row.businessDate), ...rows.waiting.keys()]);
  const past = [...days].filter((day) => day < yesterday);
  if (past.length > 0) commands.push({ statement: stale, values: [...head, plainArray(past)] });
  if (rows.accounts.length > 0)
    commands.push({ statement: accounts, values: [...head, ...accountValues(rows.accounts)] });
  if (rows.operators.length > 0) {
    const ids = plainArray(rows.operators.map((r) => r.operatorId));
    commands.push({ statement: operators, values: [...head, ...accountValues(rows.operators), ids] });
  }
  return commands;
}
