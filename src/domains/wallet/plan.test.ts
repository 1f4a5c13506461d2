/** Properties of the planner over random purses and requests: no database, every seed printed by fast-check on failure. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { figure } from '../../../tests/support/figures.ts';
import { isRefusal } from '../../kit/server/refusal.ts';
import { firstCounterLine } from './plan/draft.ts';
import type { OriginalPosting, PersonState, Plan, PlanContext, PurseRow, RuleUse } from './plan/state.ts';
import { plan } from './plan.ts';
import type { ConsumeRequest, MoneyRequest, PurseKind, TradePlace } from './types.ts';

const at = Date.parse('2026-11-20T12:00:00+08:00');
const today = '2026-11-20';
const runs = Number(process.env.PLANNER_RUNS ?? 2000);

function context(openFrom = ''): PlanContext {
  let id = 1000;
  return { recordedAtMs: at, openFrom, nextId: () => ++id };
}

const place: TradePlace = {
  restaurantId: 1,
  deploySiteId: 2,
  deviceId: 3,
  mealPeriodId: 4,
  departmentId: 5,
  personTypeId: 6,
  mode: 'AMOUNT',
  identify: 'CARD',
};

const fen = fc.integer({ min: 0, max: 3000 });
const date = fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-21', '2026-12-31');

/** Purses as they can really be: MAIN and SUBSIDY, perhaps gift, arrears, meals, lots; holds within the balance. */
const pursesArb: fc.Arbitrary<PurseRow[]> = fc
  .record({
    main: fc.tuple(fen, fen, fc.constantFrom(0, 0, -500)),
    subsidy: fen,
    gift: fc.option(fen),
    arrears: fc.option(fen),
    meals: fc.option(fc.nat(3)),
    lots: fc.array(fc.tuple(fen, date), { maxLength: 3 }),
    frozen: fc.boolean(),
  })
  .map(({ main: [balance, held, floor], subsidy, gift, arrears, meals, lots, frozen }) => {
    let id = 1;
    const purse = (
      kind: PurseKind,
      spendOrder: number,
      balanceFen: number,
      more: Partial<PurseRow> = {},
    ): PurseRow => ({
      id: id++,
      personId: 9,
      kind,
      spendOrder,
      balanceFen,
      heldFen: 0,
      floorFen: 0,
      expiresOn: null,
      batchId: 0,
      ruleId: 0,
      status: 'ACTIVE',
      version: 3,
      ...more,
    });
    const rows = [
      purse('MAIN', 30, balance, {
        heldFen: Math.min(held, balance),
        floorFen: floor,
        status: frozen && balance % 5 === 0 ? 'FROZEN' : 'ACTIVE',
      }),
      purse('SUBSIDY', 10, subsidy),
    ];
    if (gift !== null) rows.push(purse('GIFT', 20, gift));
    if (arrears !== null) rows.push(purse('ARREARS', 90, 0 - arrears, { floorFen: -5000 }));
    if (meals !== null) rows.push(purse('COUNT', 25, meals));
    for (const [i, [amount, expiresOn]] of lots.entries())
      rows.push(purse('SUBSIDY', 10, amount, { expiresOn, batchId: i + 1 }));
    return rows;
  });

function stateOf(purses: PurseRow[], originals: OriginalPosting[] = [], ruleUse: RuleUse[] = []): PersonState {
  return { purses, counters: [], ruleUse, originals: new Map(originals.map((o) => [o.id, o])), holds: new Map() };
}

const base = { organizationId: 1, requestKey: 'k', personId: 9, occurredAt: at };
const amount = fc.integer({ min: 1, max: 6000 });

function consumeOf(amountFen: number, more: Partial<ConsumeRequest> = {}): ConsumeRequest {
  return {
    ...base,
    kind: 'CONSUME',
    place,
    price: () => ({ originFen: amountFen, discountFen: 0, amountFen }),
    ...more,
  };
}

const requestArb: fc.Arbitrary<MoneyRequest> = fc.oneof(
  amount.map((amountFen) => consumeOf(amountFen)),
  amount.map((amountFen) => consumeOf(amountFen, { arrearsLimitFen: 4000 })),
  fc
    .tuple(amount, fc.nat(6000))
    .map(([a, t]) => consumeOf(a, { third: { channel: 'WECHAT', amountFen: Math.min(a, t) } })),
  fc
    .record({ amountFen: amount, giftFen: fc.option(amount, { nil: undefined }) })
    .map((r) => ({ ...base, kind: 'RECHARGE' as const, channel: 'WECHAT' as const, ...r })),
  amount.map((amountFen) => ({ ...base, kind: 'DEPOSIT' as const, amountFen })),
  amount.map((amountFen) => ({ ...base, kind: 'CASH_OUT' as const, amountFen })),
  amount.map((amountFen) => ({ ...base, kind: 'REFUND' as const, amountFen, channel: 'BANK' as const })),
  fc
    .record({
      amountFen: amount,
      expiresOn: fc.option(date, { nil: undefined }),
      batchId: fc.constantFrom(undefined, 7),
    })
    .map((r) => ({ ...base, kind: 'SUBSIDY_GRANT' as const, ...r })),
  fc.option(amount, { nil: undefined }).map((amountFen) => ({ ...base, kind: 'SUBSIDY_RETURN' as const, amountFen })),
  fc.constant({ ...base, kind: 'SUBSIDY_CLEAR' as const }),
  amount.map((amountFen) => ({ ...base, kind: 'CARD_FEE' as const, amountFen, by: 'MAIN' as const })),
  fc
    .integer({ min: -3000, max: 3000 })
    .map((amountFen) => ({ ...base, kind: 'ADJUST' as const, purse: 'MAIN' as const, amountFen, reason: 'r' })),
  amount.map((amountFen) => ({ ...base, kind: 'HOLD' as const, amountFen, purpose: 'ORDER' as const })),
);

function planned(purses: PurseRow[], request: MoneyRequest): Plan | undefined {
  const result = plan(stateOf(purses), request, context());
  return isRefusal(result) ? undefined : result;
}

/** The original a REVERSE would load for this plan. */
function originalOf(made: Plan, reversed: OriginalPosting['reversed'] = null): OriginalPosting {
  const { posting, trade } = made;
  if (!posting) throw new Error('no posting');
  return {
    id: posting.id,
    personId: posting.personId,
    kind: posting.kind,
    amountFen: posting.amountFen,
    countUsed: posting.countUsed,
    counterAccount: posting.counterAccount,
    lines: made.entries,
    trade: trade
      ? {
          place: trade.place,
          occurredDate: posting.occurredDate,
          heads: trade.heads,
          restaurantHeads: trade.restaurantHeads,
          attendance: trade.attendance,
        }
      : null,
    reversed,
  };
}

function applied(purses: PurseRow[], made: Plan): PurseRow[] {
  const changed = new Map(made.purses.map((c) => [c.purse.id, c.purse]));
  const rest = purses.filter((p) => !changed.has(p.id));
  return [...rest, ...changed.values()];
}

function assertSound(purses: PurseRow[], made: Plan): void {
  expect(made.entries.reduce((sum, line) => sum + line.amountFen, 0)).toBe(0);
  for (const { purse, oldVersion, opened } of made.purses) {
    const before = purses.find((p) => p.id === purse.id);
    const lines = made.entries.filter((line) => line.walletId === purse.id);
    expect(opened).toBe(before === undefined);
    expect(purse.version - oldVersion).toBe(lines.length);
    expect(purse.balanceFen - (before?.balanceFen ?? 0)).toBe(lines.reduce((sum, line) => sum + line.amountFen, 0));
    if (purse.status !== 'CLOSED') expect(purse.balanceFen - purse.heldFen).toBeGreaterThanOrEqual(purse.floorFen);
  }
  const { trade, posting } = made;
  if (!trade || !posting) return;
  expect(trade.mainFen + trade.subsidyFen + trade.giftFen + trade.arrearsFen + trade.thirdFen).toBe(trade.amountFen);
  expect(posting.amountFen).toBe(trade.amountFen);
}

afterAll(() => {
  figure('规划器性质', '每条性质的随机样本', runs);
  figure('规划器性质', '反例', 0);
});

describe('the planner', () => {
  test('every plan balances, keeps every floor, and counts its lines', () => {
    fc.assert(
      fc.property(pursesArb, requestArb, (purses, request) => {
        const made = planned(purses, request);
        if (made) assertSound(purses, made);
      }),
      { numRuns: runs },
    );
  });

  test('the loaded state is never changed', () => {
    fc.assert(
      fc.property(pursesArb, requestArb, (purses, request) => {
        const before = JSON.stringify(purses);
        planned(purses, request);
        expect(JSON.stringify(purses)).toBe(before);
      }),
      { numRuns: runs },
    );
  });

  test('a consumption is refused exactly when the usable money falls short', () => {
    fc.assert(
      fc.property(pursesArb, amount, (purses, amountFen) => {
        const main = purses[0];
        const usable = purses
          .filter(
            (p) =>
              p.status === 'ACTIVE' && ['MAIN', 'SUBSIDY', 'GIFT'].includes(p.kind) && (p.expiresOn ?? today) >= today,
          )
          .reduce((sum, p) => sum + Math.max(0, p.balanceFen - p.heldFen) + (p.kind === 'MAIN' ? -p.floorFen : 0), 0);
        const made = planned(purses, consumeOf(amountFen));
        expect(made !== undefined).toBe(main?.status === 'ACTIVE' && usable >= amountFen);
      }),
      { numRuns: runs },
    );
  });

  test('expired lots, held money and meals are never taken; subsidies are empty before main pays', () => {
    fc.assert(
      fc.property(pursesArb, amount, (purses, amountFen) => {
        const made = planned(purses, consumeOf(amountFen));
        if (!made) return;
        for (const { purse } of made.purses) {
          expect(purse.expiresOn === null || purse.expiresOn >= today).toBe(true);
          expect(purse.kind).not.toBe('COUNT');
        }
        if ((made.posted.split.MAIN ?? 0) === 0) return;
        const left = applied(purses, made).filter((p) => p.kind === 'SUBSIDY' && (p.expiresOn ?? today) >= today);
        expect(left.map((p) => p.balanceFen)).toEqual(left.map(() => 0));
      }),
      { numRuns: runs },
    );
  });

  test('reversing in any slices brings every purse back where it was, and not one fen further', () => {
    fc.assert(
      fc.property(
        pursesArb,
        amount,
        fc.array(fc.integer({ min: 1, max: 2000 }), { maxLength: 6 }),
        (purses, amountFen, slices) => {
          const made = planned(purses, consumeOf(amountFen, { arrearsLimitFen: 4000 }));
          if (!made) return;
          let state = applied(purses, made);
          let back = 0;
          for (const slice of [...slices, Number.POSITIVE_INFINITY]) {
            const wanted = Math.min(slice, amountFen - back);
            const original = originalOf(made, back > 0 ? { fen: back, count: 0 } : null);
            const request: MoneyRequest = {
              ...base,
              kind: 'REVERSE',
              originalPostingId: original.id,
              amountFen: wanted,
            };
            const result = plan(stateOf(state, [original]), request, context());
            if (wanted === 0) {
              expect(isRefusal(result)).toBe(true);
              break;
            }
            if (isRefusal(result)) throw new Error(result.code);
            assertSound(state, result);
            state = applied(state, result);
            back += wanted;
          }
          for (const before of purses)
            expect(state.find((p) => p.id === before.id)?.balanceFen).toBe(before.balanceFen);
          const original = originalOf(made, { fen: amountFen, count: 0 });
          const more: MoneyRequest = { ...base, kind: 'REVERSE', originalPostingId: original.id, amountFen: 1 };
          expect(isRefusal(plan(stateOf(state, [original]), more, context()))).toBe(true);
        },
      ),
      { numRuns: runs },
    );
  });

  test('reversing undoes every kind of posting line by line', () => {
    fc.assert(
      fc.property(pursesArb, requestArb, (purses, request) => {
        const made = planned(purses, request);
        if (!made?.posting) return;
        const original = originalOf(made);
        const reverse: MoneyRequest = { ...base, kind: 'REVERSE', originalPostingId: original.id };
        const result = plan(stateOf(applied(purses, made), [original]), reverse, context());
        if (isRefusal(result)) {
          expect(['INSUFFICIENT_BALANCE', 'PURSE_FROZEN']).toContain(result.code);
          return;
        }
        const sums = (entries: Plan['entries']) => {
          const map = new Map<string, number>();
          for (const line of entries) {
            const key = line.lineNo < firstCounterLine ? `${line.account}/${line.walletId}` : line.account;
            map.set(key, (map.get(key) ?? 0) + line.amountFen);
          }
          return [...map].filter(([, v]) => v !== 0).sort();
        };
        expect(sums(result.entries)).toEqual(sums(made.entries.map((l) => ({ ...l, amountFen: -l.amountFen }))));
      }),
      { numRuns: runs },
    );
  });

  test('holding anew sets aside exactly the new sum, as if the former had never been; refused, it changes nothing', () => {
    fc.assert(
      fc.property(pursesArb, amount, amount, date, (purses, firstFen, secondFen, spendOn) => {
        const hold = { ...base, kind: 'HOLD' as const, purpose: 'ORDER' as const, spendOn };
        const made = planned(purses, { ...hold, amountFen: firstFen });
        const [opened] = made?.holds ?? [];
        if (!made || opened?.op !== 'OPEN') return;
        const state = { ...stateOf(applied(purses, made)), holds: new Map([[opened.hold.id, opened.hold]]) };
        const anew = { ...hold, amountFen: secondFen, replacesHoldId: opened.hold.id };
        const result = plan(state, anew, context());
        const alone = planned(purses, { ...hold, amountFen: secondFen });
        expect(isRefusal(result)).toBe(alone === undefined);
        if (isRefusal(result) || !alone) return;
        const heldBy = (after: PurseRow[]) => after.map((p) => [p.id, p.heldFen]).sort();
        expect(heldBy(applied([...state.purses], result))).toEqual(heldBy(applied(purses, alone)));
        expect(result.holds.map((change) => change.op)).toEqual(['SETTLE', 'OPEN']);
        expect(result.posting).toBeNull();
      }),
      { numRuns: runs },
    );
  });

  test('a late posting is booked on the first open day, both dates kept', () => {
    const made = plan(
      stateOf([
        {
          id: 1,
          personId: 9,
          kind: 'MAIN',
          spendOrder: 30,
          balanceFen: 100,
          heldFen: 0,
          floorFen: 0,
          expiresOn: null,
          batchId: 0,
          ruleId: 0,
          status: 'ACTIVE',
          version: 0,
        },
      ]),
      consumeOf(50),
      context('2026-12-01'),
    );
    if (isRefusal(made)) throw new Error(made.code);
    expect(made.posted).toMatchObject({ businessDate: '2026-12-01', occurredDate: today, late: true });
  });
});

test.each([
  ['an original price', { originFen: 1_000_000_001, discountFen: 1_000_000_001, amountFen: 0 }],
  ['a price', { originFen: 1_000_000_001, discountFen: 0, amountFen: 1_000_000_001 }],
  ['a number of meals', { originFen: 0, discountFen: 0, amountFen: 0, countUsed: 1_000_000_001 }],
])('%s beyond ten million yuan is refused before it meets the column it would not fit', (_, price) => {
  const request = { ...consumeOf(0), price: () => price };
  expect(plan(stateOf([]), request, context())).toMatchObject({ code: 'BAD_AMOUNT' });
});
