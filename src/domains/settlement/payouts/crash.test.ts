/** SIGKILL between any two hands of a withdrawal: nothing is paid twice, nothing stays frozen, and the next to come goes on. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killedRun } from '../../../../tests/support/killed-run.ts';
import { checkUnitInvariants } from '../ledger/invariants.ts';
import { post } from '../ledger/post.ts';
import { type LedgerBench, ledgerBench } from '../testing.ts';
import type { PayoutOrder } from './crash-child.ts';

const contractorId = 21;
const bankAccountId = 7001;
const startFen = 5_000_000;
const child = new URL('./crash-child.ts', import.meta.url);

let bench: LedgerBench;
beforeAll(async () => {
  bench = await ledgerBench();
  await bench.pool.query(
    `insert into unit_bank_account (id, unit_type, unit_id, account_name, bank_name, account_no, status, maker_id, maker_name, created_at,
       updated_at)
     values ($1, 'CONTRACTOR', $2, '康膳餐饮', '建设银行', '6222000011112222', 'ACTIVE', 1, '财务', now() - interval '30 days', now())`,
    [bankAccountId, contractorId],
  );
  await bench.within((tx) =>
    post(bench.tools, tx, {
      requestKey: 'start',
      kind: 'ADJUST',
      lines: [
        { account: 'bank:payout', amountFen: -startFen },
        { unitType: 'CONTRACTOR', unitId: contractorId, purse: 'AVAILABLE', amountFen: startFen },
      ],
    }),
  );
});
afterAll(() => bench?.stop());

const balance = (purse: 'AVAILABLE' | 'FROZEN') =>
  bench.balance({ unitType: 'CONTRACTOR', unitId: contractorId, purse });

/** What a step leaves a withdrawal in, or further on. */
const reached: Readonly<Record<string, readonly string[]>> = {
  check: ['AUDITING', 'APPROVED', 'PAYING', 'PAID', 'FAILED', 'REJECTED'],
  approve: ['APPROVED', 'PAYING', 'PAID', 'FAILED'],
  reject: ['REJECTED'],
  paid: ['PAID', 'FAILED'],
  fail: ['FAILED'],
  bounce: ['FAILED'],
};

test('kill -9 amid withdrawals and payouts', { timeout: 120_000 }, async () => {
  const order: PayoutOrder = {
    connectionString: bench.database.connectionString,
    contractorId,
    bankAccountId,
    drain: false,
  };
  let told = 0;
  for (const aliveMs of [180, 410, 290, 530]) {
    const words = await killedRun(child, order, aliveMs);
    told += words.length;
    const { rows } = await bench.pool.query<{ id: number; status: string }>('select id, status from unit_withdrawal');
    const statusOf = new Map(rows.map(({ id, status }) => [id, status]));
    for (const word of words) {
      const [event, id] = word.split(' ');
      if (event && reached[event])
        expect([word, reached[event]]).toEqual([word, expect.arrayContaining([statusOf.get(Number(id))])]);
    }
    expect(rows.length).toBeGreaterThanOrEqual(words.filter((word) => word === 'applied').length);
    expect(await checkUnitInvariants(bench.pool)).toEqual([]);
  }
  expect(told).toBeGreaterThan(40);
  let ended: string[] = [];
  for (let tries = 0; tries < 20 && ended.at(-1) !== 'drained'; tries += 1)
    ended = await killedRun(child, { ...order, drain: true }, 2_000);
  expect(ended.at(-1)).toBe('drained');
  expect(await balance('FROZEN')).toBe(0);
  const { rows } = await bench.pool.query<{ paid: number; twice: number; open: number; files: number }>(
    `select coalesce(sum(real_fen) filter (where status = 'PAID'), 0)::bigint as paid,
       (select count(*)::int from (select withdrawal_id from unit_transfer group by 1 having count(*) > 1) t) as twice,
       (select count(*)::int from unit_transfer where status = 'SUBMITTED') as open,
       (select count(*)::int from unit_payout p where total_count <> (select count(*) from unit_transfer t where t.payout_id = p.id)) as files
     from unit_withdrawal`,
  );
  expect(rows[0]).toMatchObject({ twice: 0, open: 0, files: 0 });
  expect((await balance('AVAILABLE')) + rows[0]!.paid).toBe(startFen);
  expect(await checkUnitInvariants(bench.pool)).toEqual([]);
});
