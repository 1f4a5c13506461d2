/** The door of money between units: balanced, once, within the floors, in one order; never changed afterwards. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { caterer, type LedgerBench, ledgerBench, moving, school } from '../testing.ts';
import { hold, release } from './holds.ts';
import { checkUnitInvariants } from './invariants.ts';
import { difference, type Line, merged, sideKey } from './lines.ts';
import { post, type UnitPosting } from './post.ts';
import { postBucket } from './post-bucket.ts';

let bench: LedgerBench;
beforeAll(async () => {
  bench = await ledgerBench();
});
afterAll(() => bench?.stop());
afterEach(async () => expect(await checkUnitInvariants(bench.pool)).toEqual([]));

const outside = { account: 'bank:test' };
const give = (asked: UnitPosting) => bench.within((tx) => post(bench.tools, tx, asked));
const topUp = (requestKey: string, fen: number, to = caterer('AVAILABLE')) =>
  give({ requestKey, kind: 'ADJUST', lines: moving(outside, to, fen), contractorId: 21 });

describe('a posting', () => {
  test('moves money once, whatever is pressed twice; the key of another is refused', async () => {
    const id = await topUp('once', 500);
    expect(await topUp('once', 500)).toBe(id);
    expect(await bench.balance(caterer('AVAILABLE'))).toBe(500);
    expect(await topUp('once', 501)).toMatchObject({ code: 'UNIT_KEY_REUSED' });
    expect(await bench.balance(caterer('AVAILABLE'))).toBe(500);
  });

  test('takes no more than there is; what is earned, and what units owe each other, may go below 0', async () => {
    const take = (key: string, from = caterer('AVAILABLE')) =>
      give({ requestKey: key, kind: 'ADJUST', lines: moving(from, outside, 501) });
    expect(await take('too much')).toMatchObject({ code: 'UNIT_BALANCE_LOW' });
    expect(await take('empty', caterer('FROZEN'))).toMatchObject({ code: 'UNIT_BALANCE_LOW' });
    expect(isRefusal(await take('taken back', caterer('PENDING')))).toBe(false);
    expect(await bench.balance(caterer('PENDING'))).toBe(-501);
    // A refusal leaves no posting behind: the same key may come again with money.
    await topUp('more', 1);
    expect(isRefusal(await take('too much'))).toBe(false);
  });

  test('a frozen unit gives nothing and still receives', async () => {
    await topUp('before', 100);
    await bench.pool.query(`update unit_wallet set status = 'FROZEN' where unit_type = 'CONTRACTOR' and unit_id = 21`);
    expect(
      await give({ requestKey: 'out', kind: 'ADJUST', lines: moving(caterer('AVAILABLE'), outside, 1) }),
    ).toMatchObject({
      code: 'UNIT_WALLET_FROZEN',
    });
    expect(isRefusal(await topUp('in', 1))).toBe(false);
    await bench.pool.query(`update unit_wallet set status = 'ACTIVE' where unit_type = 'CONTRACTOR' and unit_id = 21`);
  });

  test('that does not balance is a bug', async () => {
    await expect(give({ requestKey: 'odd', kind: 'ADJUST', lines: [{ ...outside, amountFen: 1 }] })).rejects.toThrow(
      'sum to 1',
    );
    await expect(
      give({ requestKey: 'half', kind: 'ADJUST', lines: moving(outside, caterer('AVAILABLE'), 0.5) }),
    ).rejects.toThrow('whole fen');
  });

  test('is history: nobody changes or removes it', async () => {
    for (const text of [
      'update unit_entry set amount_fen = 1',
      'delete from unit_posting',
      'truncate unit_entry',
      `update unit_posting set reason = 'x'`,
    ])
      await expect(bench.pool.query(text)).rejects.toThrow('history');
  });
});

describe('money set aside', () => {
  test('is frozen once and given free once; more than there is cannot be', async () => {
    await topUp('for holds', 1_000, caterer('AVAILABLE', 77));
    const what = {
      unitType: 'CONTRACTOR' as const,
      unitId: 77,
      amountFen: 600,
      document: { type: 'test', id: 1 },
      operatorId: 5,
      reason: '测试',
    };
    const first = await bench.within((tx) => hold(bench.tools, tx, what));
    expect(await bench.within((tx) => hold(bench.tools, tx, what))).toBe(first);
    expect(await bench.balance(caterer('FROZEN', 77))).toBe(600);
    const second = { ...what, document: { type: 'test', id: 2 } };
    expect(await bench.within((tx) => hold(bench.tools, tx, second))).toMatchObject({ code: 'UNIT_BALANCE_LOW' });
    await bench.within((tx) => release(bench.tools, tx, what));
    await bench.within((tx) => release(bench.tools, tx, what));
    expect([await bench.balance(caterer('FROZEN', 77)), await bench.balance(caterer('AVAILABLE', 77))]).toEqual([
      0, 1_000,
    ]);
  });
});

describe('posting by difference', () => {
  const bucket = {
    organizationId: 31,
    date: '2026-11-19',
    kind: 'CONTRACT_DAY' as const,
    contractId: 41,
    contractorId: 21,
    channel: '',
    merchantNo: '',
  };
  const want = (fen: number) => moving(school('PENDING'), caterer('PENDING', 88), fen);
  const settle = (fen: number) => bench.within((tx) => postBucket(bench.tools, tx, bucket, want(fen)));

  test('posts what is missing, and nothing when it is asked again', async () => {
    expect(await settle(700)).not.toBe(0);
    expect(await settle(700)).toBe(0);
    expect(await settle(650)).not.toBe(0);
    expect(await bench.balance(caterer('PENDING', 88))).toBe(650);
    const { rows } = await bench.pool.query(`select postings, amount_fen from unit_bucket where contract_id = 41`);
    expect(rows).toEqual([{ postings: 2, amount_fen: 750 }]);
  });

  test('ten at once post it once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => settle(900)));
    expect(await bench.balance(caterer('PENDING', 88))).toBe(900);
    const { rows } = await bench.pool.query(`select count(*)::int as n from unit_posting where contract_id = 41`);
    expect(rows).toEqual([{ n: 3 }]);
  });
});

test('postings that cross each other wait, and none is lost', async () => {
  await topUp('a', 10_000, caterer('AVAILABLE', 101));
  await topUp('b', 10_000, caterer('AVAILABLE', 102));
  const cross = (n: number) => {
    const [from, to] = n % 2 ? [101, 102] : [102, 101];
    return give({
      requestKey: `cross ${n}`,
      kind: 'ADJUST',
      lines: moving(caterer('AVAILABLE', from), caterer('AVAILABLE', to), 10 + (n % 3)),
    });
  };
  const ids = await Promise.all(Array.from({ length: 60 }, (_, n) => cross(n % 40)));
  expect(ids.filter((id) => typeof id !== 'number')).toEqual([]);
  expect(new Set(ids).size).toBe(40);
  const sum = (await bench.balance(caterer('AVAILABLE', 101))) + (await bench.balance(caterer('AVAILABLE', 102)));
  expect(sum).toBe(20_000);
});

test('random postings, differences, holds and crashes agree with a model, and the rules hold after each', async () => {
  const units = [caterer('AVAILABLE', 501), caterer('PENDING', 501), school('AVAILABLE', 502), school('FLOAT', 502)];
  const side = fc.constantFrom(...units, outside);
  const fen = fc.integer({ min: 1, max: 500 });
  const command = fc.oneof(
    fc.record({ what: fc.constant('move' as const), from: side, to: side, fen, key: fc.nat(60), crash: fc.boolean() }),
    fc.record({ what: fc.constant('settle' as const), day: fc.integer({ min: 1, max: 4 }), fen, crash: fc.boolean() }),
  );
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
      run += 1;
      const start = new Map<string, number>();
      for (const unit of units) start.set(sideKey(unit), await bench.balance(unit));
      const model = new Map(start);
      const done = new Map<string, string>();
      const days = new Map<number, number>();
      const apply = (lines: readonly Line[]) => {
        for (const line of merged(lines))
          if (model.has(sideKey(line))) model.set(sideKey(line), model.get(sideKey(line))! + line.amountFen);
      };
      for (const one of commands) {
        const lines =
          one.what === 'move' ? moving(one.from, one.to, one.fen) : moving(outside, caterer('PENDING', 501), one.fen);
        const work = (tx: Parameters<Parameters<LedgerBench['within']>[0]>[0]) =>
          one.what === 'move'
            ? post(bench.tools, tx, { requestKey: `m${run}:${one.key}`, kind: 'ADJUST', lines })
            : postBucket(
                bench.tools,
                tx,
                {
                  organizationId: 900 + run,
                  date: `2026-10-0${one.day}`,
                  kind: 'CONTRACT_DAY',
                  contractId: 0,
                  contractorId: 501,
                  channel: '',
                  merchantNo: '',
                },
                lines,
              );
        if (one.crash) {
          // The server dies before it commits: as if it had never begun.
          await bench
            .within(async (tx) => {
              await work(tx);
              throw new Error('killed');
            })
            .catch(() => undefined);
          continue;
        }
        const answer = await bench.within(work);
        if (one.what === 'settle') {
          apply(difference(lines, moving(outside, caterer('PENDING', 501), days.get(one.day) ?? 0)));
          days.set(one.day, one.fen);
          continue;
        }
        const meant = JSON.stringify(merged(lines));
        const known = done.get(String(one.key));
        const effect = merged(lines);
        if (known !== undefined) expect(isRefusal(answer)).toBe(known !== meant && effect.length > 0);
        else if (
          effect.some(
            (l) =>
              l.amountFen < 0 &&
              model.has(sideKey(l)) &&
              !sideKey(l).endsWith('PENDING') &&
              model.get(sideKey(l))! + l.amountFen < 0,
          )
        )
          expect(answer).toMatchObject({ code: 'UNIT_BALANCE_LOW' });
        else {
          expect(isRefusal(answer)).toBe(false);
          if (effect.length > 0) done.set(String(one.key), meant);
          apply(lines);
        }
      }
      for (const unit of units) expect(await bench.balance(unit)).toBe(model.get(sideKey(unit)));
      expect(await checkUnitInvariants(bench.pool)).toEqual([]);
    }),
    { numRuns: 15, endOnFailure: true },
  );
});
