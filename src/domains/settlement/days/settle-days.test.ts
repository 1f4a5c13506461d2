/**
 * 备付 is never less than what diners may claim back: random recharges, meals, refunds, corrections, hand-overs, bills of channels,
 * statements, withdrawals that are paid, fail or come back, bills of the platform and restarts, in a diners' ledger planted row by
 * row, with every rule of money between units after each settling.
 */
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { creditsOf, planRefund } from '../../funding/testing.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { checkUnitInvariants } from '../ledger/invariants.ts';
import { onlineUnspent } from '../online/online-money.ts';
import { settleOrganization } from '../settle-all.ts';
import { type LedgerBench, ledgerBench } from '../testing.ts';
import { floatRoom } from './float-room.ts';
import { moneyLife } from './money-life.ts';

let bench: LedgerBench;
let world = 0;
beforeAll(async () => {
  bench = await ledgerBench('2026-03-02T12:00:00+08:00');
  // The diners' ledger is written as it stands, without the people and cards behind it.
  const { rows } = await bench.pool.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint
     where contype = 'f' and conrelid in ('recharge_order'::regclass, 'cash_deposit'::regclass, 'refund_order'::regclass)`,
  );
  for (const { table, name } of rows) await bench.pool.query(`alter table ${table} drop constraint ${name}`);
  await bench.pool.query(
    `select wallet_ensure_month(d::date) from generate_series('2026-02-01'::date, '2026-12-01', '1 month') d`,
  );
});
afterAll(() => bench?.stop());

const people = [1, 2, 3];
const rooms = [1, 2];
const a = { id: 41, contractorId: 21 };
const b = { id: 42, contractorId: 22 };

/** The merchant number of the school's own: what is paid to it is no money of the platform. */
const ownNumber = (organizationId: number) => `own${organizationId}`;

/** A school of its own with two contracts; the first serves room 1. */
async function plant(organizationId: number) {
  await run(`insert into organization (id, name, kind, contact, phone, status, created_at, updated_at)
    values (${organizationId}, '学校${organizationId}', 'SCHOOL', '王', '13800138000', 'NORMAL', now(), now())`);
  for (const [{ id, contractorId }, fee, bears] of [
    [a, 38, 'CONTRACTOR'],
    [b, 0, 'ORGANIZATION'],
  ] as const) {
    await run(`insert into contractor (id, name, contact, phone, settle_cycle, fee_rate, status, created_at, updated_at)
      values (${contractorId}, '餐饮${contractorId}', '王', '13800138000', 'MONTH', ${fee}, 'NORMAL', now(), now()) on conflict do nothing`);
    await run(`insert into contract_site (organization_id, id, contractor_id, start_date, end_date, share_ratio, settle_cycle,
        bear_correction, status, created_at, updated_at)
      values (${organizationId}, ${id}, ${contractorId}, '2026-01-01', '2026-12-31', 500, 'MONTH', '${bears}', 'ACTIVE', now(), now())`);
  }
  await run(`insert into direct_merchant (organization_id, id, channel, merchant_no, created_at, updated_at)
    values (${organizationId}, ${organizationId}, 'WECHAT', '${ownNumber(organizationId)}', now(), now())`);
  await serve(organizationId, 1, a, '2026-01-01');
  for (const person of people)
    await run(`insert into wallet (organization_id, id, person_id, kind, spend_order, opened_at)
      values (${organizationId}, ${person}, ${person}, 'MAIN', 1, now())`);
}

const run = async <R extends object>(text: string): Promise<R[]> => (await bench.pool.query<R>(text)).rows;

async function serve(organizationId: number, room: number, contract: typeof a | null, from: string) {
  // Handed over twice on one day: what was to begin with it never did.
  await run(`delete from contract_restaurant
    where organization_id = ${organizationId} and restaurant_id = ${room} and from_date >= '${from}'`);
  await run(`update contract_restaurant set to_date = '${from}'::date - 1
    where organization_id = ${organizationId} and restaurant_id = ${room} and to_date >= '${from}'`);
  if (contract)
    await run(`insert into contract_restaurant (organization_id, id, contract_id, restaurant_id, contractor_id, from_date, to_date)
      values (${organizationId}, ${await bench.tools.ids.next()}, ${contract.id}, ${room}, ${contract.contractorId}, '${from}', '2027-12-31')`);
}

interface Meal {
  id: number;
  person: number;
  room: number;
  left: number;
  subsidy: number;
}

/** What happens in a school, one thing after another. */
function life(organizationId: number) {
  const meals: Meal[] = [];
  let tick = 0;
  const now = () => {
    tick += 1;
    return `to_timestamp(${bench.tools.clock.now() / 1000 + tick})`;
  };
  const today = () => businessDay(bench.tools.clock.now());
  const balance = async (person: number) =>
    (
      await run<{ fen: number }>(
        `select balance_fen as fen from wallet where organization_id = ${organizationId} and id = ${person}`,
      )
    )[0]!.fen;
  const move = async (person: number, fen: number) => {
    await run(
      `update wallet set balance_fen = balance_fen + ${fen} where organization_id = ${organizationId} and id = ${person}`,
    );
    await run(`insert into entry_row (organization_id, business_date, posting_id, line_no, account, amount_fen)
      values (${organizationId}, '${today()}', ${await bench.tools.ids.next()}, 1, 'wallet:MAIN', ${fen})`);
  };
  const trade = async (
    kind: string,
    { person, room, original }: { person: number; room: number; original: number | null },
    main: number,
    subsidy: number,
  ) => {
    const id = await bench.tools.ids.next();
    await run(`insert into trade (organization_id, id, business_date, occurred_date, kind, original_trade_id, person_id, restaurant_id, mode,
        identify, origin_fen, discount_fen, amount_fen, main_fen, subsidy_fen, balance_after_fen, rule_trace, occurred_at, recorded_at)
      values (${organizationId}, ${id}, '${today()}', '${today()}', '${kind}', ${original ?? 'null'}, ${person}, ${room}, 'AMOUNT', 'CARD',
        ${main + subsidy}, 0, ${main + subsidy}, ${main}, ${subsidy}, 0, '{}', ${now()}, ${now()})`);
    return id;
  };
  return {
    async recharge(person: number, how: 'CASH' | 'ONLINE' | 'DIRECT', fen: number) {
      const id = await bench.tools.ids.next();
      if (how !== 'CASH')
        await run(`insert into recharge_order (organization_id, id, order_no, person_id, account_kind, amount_fen, channel, posting_id,
            balance_after_fen, business_date, paid_at, credited_at, status, created_at, merchant_no)
          values (${organizationId}, ${id}, '${id}', ${person}, 'MAIN', ${fen}, 'WECHAT', ${id}, 0, '${today()}', ${now()}, ${now()},
            'CREDITED', ${now()}, '${how === 'DIRECT' ? ownNumber(organizationId) : 'm1'}')`);
      else
        await run(`insert into cash_deposit (organization_id, id, deposit_no, receipt_no, person_id, amount_fen, operator_id, operator_name,
            posting_id, balance_after_fen, business_date, at, status)
          values (${organizationId}, ${id}, '${id}', '${id}', ${person}, ${fen}, 1, '张', ${id}, 0, '${today()}', ${now()}, 'OK')`);
      await move(person, fen);
    },
    async eat(person: number, room: number, asked: number, subsidy: number) {
      const main = Math.min(asked, await balance(person));
      if (main + subsidy === 0) return;
      const id = await trade('CONSUME', { person, room, original: null }, main, subsidy);
      await move(person, -main);
      meals.push({ id, person, room, left: main, subsidy });
    },
    async correct(which: number, share: number) {
      const meal = meals[which % Math.max(1, meals.length)];
      const main = Math.ceil((meal?.left ?? 0) * share);
      if (!meal || main === 0) return;
      await trade('REVERSE', { ...meal, original: meal.id }, main, 0);
      meal.left -= main;
      await move(meal.person, main);
    },
    async refund(person: number, share: number) {
      const { freeFen, credits } = await creditsOf(bench.pool as never, organizationId, person);
      const asked = Math.ceil(freeFen * share);
      if (asked === 0) return;
      for (const part of planRefund(credits, freeFen, asked)) {
        const id = await bench.tools.ids.next();
        const [way, channel, order] = part.rechargeOrderId
          ? ['ORIGINAL', 'WECHAT', part.rechargeOrderId]
          : ['CASH', 'CASH', 'null'];
        await run(`insert into refund_order (organization_id, id, refund_no, apply_no, apply_key, person_id, recharge_order_id, amount_fen, way,
            channel, reason, hold_id, posting_id, maker_id, maker_name, at, finished_at, business_date, status)
          values (${organizationId}, ${id}, '${id}', '${id}', '${id}', ${person}, ${order}, ${part.amountFen}, '${way}', '${channel}', '离校', 0,
            ${id}, 1, '张', ${now()}, ${now()}, '${today()}', 'SUCCESS')`);
      }
      await move(person, -asked);
    },
    handOver: (room: number, to: number) => serve(organizationId, room, [a, b, null][to]!, addDays(today(), 1)),
    nextDay: () => bench.tools.clock.advance(86_400_000),
  };
}

/** Dies when it takes its nth connection. */
function dying(pool: Pool, after: number): Pool {
  let taken = 0;
  return new Proxy(pool, {
    get: (target, key) =>
      key === 'connect'
        ? () => {
            taken += 1;
            if (taken > after) throw new Error('killed');
            return target.connect();
          }
        : typeof target[key as keyof Pool] === 'function'
          ? (target[key as keyof Pool] as (...args: unknown[]) => unknown).bind(target)
          : target[key as keyof Pool],
  });
}

const fen = fc.integer({ min: 1, max: 3_000 });
const share = fc.constantFrom(0.3, 1);
const how = fc.constantFrom('CASH' as const, 'ONLINE' as const, 'ONLINE' as const, 'DIRECT' as const);
const event = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('recharge' as const), fc.constantFrom(...people), how, fen) },
  {
    weight: 6,
    arbitrary: fc.tuple(
      fc.constant('eat' as const),
      fc.constantFrom(...people),
      fc.constantFrom(...rooms),
      fen,
      fc.constantFrom(0, 0, 500),
    ),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constant('correct' as const), fc.nat(50), share) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('refund' as const), fc.constantFrom(...people), share) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('handOver' as const), fc.constantFrom(...rooms), fc.nat(2)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('fees' as const), fc.integer({ min: 0, max: 40 })) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('state' as const), fc.nat(1)) },
  {
    weight: 3,
    arbitrary: fc.tuple(
      fc.constant('withdraw' as const),
      fc.nat(2),
      share,
      fc.constantFrom('CANCELLED' as const, 'PAID' as const, 'FAILED' as const, 'BOUNCED' as const),
      fc.boolean(),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('bill' as const), fc.nat(2), fc.integer({ min: 10, max: 400 })) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('payBill' as const), fc.nat(5), fc.boolean()) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('nextDay' as const)) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('settle' as const), fc.constantFrom(0, 0, 1, 2, 3)) },
);

type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;
/** One life in which each kind of thing happens, so that chance cannot leave any out. */
const everything: Event[] = [
  ['recharge', 2, 'DIRECT', 2_000],
  ['eat', 2, 1, 500, 0],
  ['refund', 2, 0.3],
  ['recharge', 1, 'ONLINE', 3_000],
  ['eat', 1, 1, 3_000, 0],
  ['nextDay'],
  ['settle', 1],
  ['fees', 38],
  ['state', 0],
  ['bill', 0, 100],
  ['payBill', 0, true],
  ['withdraw', 0, 0.3, 'PAID', true],
  ['withdraw', 0, 0.3, 'BOUNCED', true],
  ['withdraw', 0, 0.3, 'FAILED', true],
  ['withdraw', 0, 0.3, 'CANCELLED', false],
  ['payBill', 0, true],
  ['settle', 2],
  ['handOver', 1, 1],
  ['correct', 1, 0.3],
];

const floatOf = async (organizationId: number) =>
  bench.balance({ unitType: 'ORGANIZATION', unitId: organizationId, purse: 'FLOAT' });

describe('whatever happens', () => {
  test('备付 backs what may be claimed back, and every rule holds', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 40 }), async (events) => {
        world += 1;
        const organizationId = 1_000 + world;
        await plant(organizationId);
        const does = life(organizationId);
        const money = moneyLife(bench.tools);
        const unit = (nth: number) =>
          nth === 2
            ? ({ unitType: 'ORGANIZATION', unitId: organizationId } as const)
            : ({ unitType: 'CONTRACTOR', unitId: [a, b][nth]!.contractorId } as const);
        for (const one of [...events, ['nextDay'] as const, ['settle', 0] as const]) {
          if (one[0] === 'recharge') await does.recharge(one[1], one[2], one[3]);
          else if (one[0] === 'eat') await does.eat(one[1], one[2], one[3], one[4]);
          else if (one[0] === 'correct') await does.correct(one[1], one[2]);
          else if (one[0] === 'refund') await does.refund(one[1], one[2]);
          else if (one[0] === 'handOver') await does.handOver(one[1], one[2]);
          else if (one[0] === 'fees')
            // The bill of a channel says what it kept of every recharge; read again it may say another amount.
            await run(
              `update recharge_order set fee_fen = amount_fen * ${one[1]} / 10000 where organization_id = ${organizationId}`,
            );
          else if (one[0] === 'state') await money.settleStatement(organizationId, [a, b][one[1]]!);
          else if (one[0] === 'withdraw') await money.withdraw(unit(one[1]), one[2], one[3], one[4]);
          else if (one[0] === 'bill') await money.drawBill(unit(one[1]), one[2]);
          else if (one[0] === 'payBill') await money.payOrReturn(one[1], one[2]);
          else if (one[0] === 'nextDay') does.nextDay();
          else {
            if (one[1] > 0)
              await settleOrganization({ ...bench.tools, pool: dying(bench.pool, one[1]) }, organizationId).catch(
                () => 0,
              );
            await settleOrganization(bench.tools, organizationId);
            expect(await settleOrganization(bench.tools, organizationId)).toBe(0);
            expect(
              await floatRoom(bench.pool, organizationId, businessDay(bench.tools.clock.now())),
            ).toBeGreaterThanOrEqual(0);
            expect(await floatOf(organizationId)).toBeGreaterThanOrEqual(
              await onlineUnspent(bench.pool, organizationId),
            );
            expect(await checkUnitInvariants(bench.pool)).toEqual([]);
          }
        }
      }),
      { numRuns: 40, endOnFailure: true, examples: [[everything]] },
    );
    const { rows } = await bench.pool.query<{ kind: string }>('select distinct kind from unit_posting');
    expect(rows.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'RELEASE',
        'FEE',
        'HOLD',
        'RELEASE_HOLD',
        'WITHDRAW_OUT',
        'WITHDRAW_BACK',
        'BILL_PAY',
        'BILL_BACK',
        'COMMISSION_BACK',
      ]),
    );
  });
});

test('a hand-over in mid-month: each contract is due its own days', async () => {
  const organizationId = 900;
  await plant(organizationId);
  const does = life(organizationId);
  await does.recharge(1, 'ONLINE', 10_000);
  await does.eat(1, 1, 1_000, 0);
  await does.handOver(1, 1);
  does.nextDay();
  await does.eat(1, 1, 2_000, 300);
  await does.eat(1, 2, 500, 0);
  does.nextDay();
  await settleOrganization(bench.tools, organizationId);
  const { rows } = await bench.pool.query(
    `select contract_id, contractor_id, due_fen, service_fen, share_fen, contractor_fen, funded_fen, claim_fen from settle_day
     where organization_id = $1 order by business_date, contract_id`,
    [organizationId],
  );
  expect(rows.map((row) => Object.values(row))).toEqual([
    [41, 21, 1_000, 4, 50, 946, 1_000, 0],
    [0, 0, 500, 0, 500, 0, 500, 0],
    // The subsidy lies at the school: the platform holds 20.00 of 23.00, the caterer lacks what the school's own share would be.
    [42, 22, 2_300, 0, 115, 2_185, 2_000, 185],
  ]);
  const claims = await bench.pool.query(`select unit_type, unit_id, balance_fen from unit_wallet
    where purse = 'CLAIM' and balance_fen <> 0 and (unit_id = ${organizationId} or unit_id = 22) order by 1`);
  expect(claims.rows.find((row) => (row as { unit_id: number }).unit_id === organizationId)).toMatchObject({
    balance_fen: -185,
  });
});

test('what is paid to a number of the unit’s own is due on the statement, and never money of the platform', async () => {
  const organizationId = 902;
  await plant(organizationId);
  const does = life(organizationId);
  await does.recharge(1, 'DIRECT', 10_000);
  await does.eat(1, 1, 1_000, 0);
  // A meal of 5.00 paid by code, 0.03 of it kept by the channel: that is between the unit and its channel.
  const [{ id }] = (await run<{
    id: number;
  }>(`insert into trade (organization_id, id, business_date, occurred_date, kind, person_id,
      restaurant_id, mode, identify, origin_fen, discount_fen, amount_fen, main_fen, third_fen, balance_after_fen, rule_trace, occurred_at,
      recorded_at)
    values (${organizationId}, ${await bench.tools.ids.next()}, '${businessDay(bench.tools.clock.now())}',
      '${businessDay(bench.tools.clock.now())}', 'CONSUME', 0, 1, 'AMOUNT', 'CODE', 500, 0, 500, 0, 500, 0, '{}', now(), now())
    returning id`)) as [{ id: number }];
  await run(`insert into third_trade (organization_id, id, trade_no, device_id, epoch, seq, channel, merchant_no, amount_fen, charge, at, expires_at,
      status, business_date, restaurant_id, deploy_site_id, posting_id, paid_at, fee_fen)
    values (${organizationId}, ${id}, 'XF${id}', 1, 1, 1, 'WECHAT', '${ownNumber(organizationId)}', 500, '{}', now(), now(), 'SUCCESS',
      '${businessDay(bench.tools.clock.now())}', 1, 1, ${id}, now(), 3)`);
  does.nextDay();
  await settleOrganization(bench.tools, organizationId);
  expect(
    await run(
      `select due_fen, fee_fen, service_fen, share_fen, contractor_fen, funded_fen, claim_fen from settle_day where organization_id = ${organizationId}`,
    ),
  ).toEqual([
    {
      due_fen: 1_500,
      fee_fen: 0,
      service_fen: 6,
      share_fen: 75,
      contractor_fen: 1_419,
      funded_fen: 0,
      claim_fen: 1_425,
    },
  ]);
  expect(await onlineUnspent(bench.pool, organizationId)).toBe(0);
  expect(
    await run(`select id from unit_posting where organization_id = ${organizationId} and kind <> 'CONTRACT_DAY'`),
  ).toEqual([]);
  expect(await checkUnitInvariants(bench.pool)).toEqual([]);
});

describe('top-ups that are divided', () => {
  const days = (organizationId: number) =>
    run<{ contract_id: number; due_fen: number; funded_main_fen: number; claim_fen: number; service_fen: number }>(
      `select contract_id, due_fen, funded_main_fen, claim_fen, service_fen from settle_day where organization_id = ${organizationId}
       order by business_date, contract_id`,
    );
  const total = async (organizationId: number) => {
    const rows = await days(organizationId);
    const sum = (of: 'due_fen' | 'funded_main_fen' | 'claim_fen') => rows.reduce((all, row) => all + row[of], 0);
    return { due: sum('due_fen'), funded: sum('funded_main_fen') };
  };
  /** A school whose first contract divides top-ups and serves both rooms from today. */
  async function dividing(organizationId: number) {
    await plant(organizationId);
    await run(
      `update contract_site set split_mode = 'RECHARGE' where organization_id = ${organizationId} and id = ${a.id}`,
    );
    await run(`delete from contract_restaurant where organization_id = ${organizationId}`);
    const does = life(organizationId);
    const begin = async () => {
      for (const room of rooms) await serve(organizationId, room, a, businessDay(bench.tools.clock.now()));
    };
    const settled = async () => {
      does.nextDay();
      await settleOrganization(bench.tools, organizationId);
      expect(await settleOrganization(bench.tools, organizationId)).toBe(0);
      expect(await checkUnitInvariants(bench.pool)).toEqual([]);
    };
    return { does, begin, settled };
  }

  test('go to the receivers on their day, come back with refunds, and eating moves nothing', async () => {
    const organizationId = 903;
    const { does, begin, settled } = await dividing(organizationId);
    // What the accounts hold when it begins is its first top-up.
    await does.recharge(3, 'ONLINE', 2_000);
    await settled();
    expect(await days(organizationId)).toEqual([]);
    await begin();
    await does.recharge(1, 'ONLINE', 5_000);
    await does.recharge(2, 'CASH', 10_000);
    await does.eat(1, 1, 1_000, 0);
    await settled();
    // 20.00 + 50.00 lie at the channel and are paid; the 100.00 of the counter lie at the school, which keeps its own 5 %.
    expect(await days(organizationId)).toEqual([
      { contract_id: a.id, due_fen: 17_000, funded_main_fen: 7_000, service_fen: 65, claim_fen: 9_150 },
    ]);
    await does.eat(1, 1, 2_000, 300);
    await does.refund(1, 1);
    await settled();
    const rows = await days(organizationId);
    // The subsidy is eaten and due; 20.00 went back to the diner.
    expect(rows[1]).toMatchObject({ due_fen: 300 - 2_000 });
    expect(await total(organizationId)).toMatchObject({ due: 15_300, funded: 5_000 });
    expect(await floatOf(organizationId)).toBe(0);
  });

  test('are given back with the contract’s last day: over all of it what was eaten has been divided', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.tuple(fc.constant('recharge' as const), fc.constantFrom(...people), how, fen),
            fc.tuple(fc.constant('eat' as const), fc.constantFrom(...people), fc.constantFrom(...rooms), fen),
            fc.tuple(fc.constant('refund' as const), fc.constantFrom(...people), share),
            fc.tuple(fc.constant('correct' as const), fc.nat(20), share),
            fc.tuple(fc.constant('nextDay' as const)),
          ),
          { minLength: 4, maxLength: 16 },
        ),
        async (events) => {
          world += 1;
          const organizationId = 5_000 + world;
          const { does, begin, settled } = await dividing(organizationId);
          await does.recharge(1, 'ONLINE', 700);
          await settled();
          await begin();
          for (const one of events)
            if (one[0] === 'recharge') await does.recharge(one[1], one[2], one[3]);
            else if (one[0] === 'eat') await does.eat(one[1], one[2], one[3], 0);
            else if (one[0] === 'refund') await does.refund(one[1], one[2]);
            else if (one[0] === 'correct') await does.correct(one[1], one[2]);
            else await settled();
          for (const room of rooms) await does.handOver(room, 1);
          await settled();
          const [{ fen: eaten }] = (await run<{ fen: number }>(
            `select coalesce(sum(case when kind = 'REVERSE' then -main_fen else main_fen end), 0)::bigint as fen from trade
             where organization_id = ${organizationId}`,
          )) as [{ fen: number }];
          expect((await total(organizationId)).due).toBe(eaten);
          expect(await floatOf(organizationId)).toBeGreaterThanOrEqual(await onlineUnspent(bench.pool, organizationId));
          await does.eat(1, 1, 300, 0);
          await settled();
        },
      ),
      {
        numRuns: 12,
        endOnFailure: true,
        examples: [
          // Meals of cash, beside money paid online that is given back whole.
          [
            [
              ['recharge', 3, 'CASH', 2_928],
              ['eat', 3, 2, 578],
            ],
          ],
        ],
      },
    );
  });
});
