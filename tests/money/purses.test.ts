/** Opening, freezing, overdraft and closing of purses, also while swipes go on. */
import { expect, test } from 'vitest';
import { closePurses, openPurses, setOverdraft } from '../../src/domains/wallet/public.server.ts';
import { freezePurses } from '../../src/domains/wallet/testing.ts';
import { ask, bench, codeOf, consume, organizationId, posted } from './support.ts';

const b = bench();
const deposit = (person: number, amountFen: number) => b.wallet.submit(ask('DEPOSIT', person, { amountFen }));

test('frozen people cannot spend, hold or cash out, but money comes in', async () => {
  const [one = 0, two = 0] = await b.people(2);
  for (const person of [one, two]) posted(await deposit(person, 1000));
  expect(await freezePurses(b.database.pool, organizationId, [one, two], true)).toBe(2);
  expect(await freezePurses(b.database.pool, organizationId, [one, two], true)).toBe(0);
  expect(codeOf(await b.wallet.submit(consume(one, 10)))).toBe('PURSE_FROZEN');
  expect(codeOf(await b.wallet.submit(ask('HOLD', one, { amountFen: 10, purpose: 'ORDER' })))).toBe('PURSE_FROZEN');
  expect(codeOf(await b.wallet.submit(ask('CASH_OUT', one, { amountFen: 10 })))).toBe('PURSE_FROZEN');
  expect(codeOf(await deposit(one, 10))).toBe('posted');
  posted(await b.wallet.submit(ask('SUBSIDY_GRANT', one, { amountFen: 50, batchId: 2 })));
  expect(await freezePurses(b.database.pool, organizationId, [one], false)).toBe(1);
  expect(posted(await b.wallet.submit(consume(one, 60))).split).toEqual({ SUBSIDY: 50, MAIN: 10 });
});

test('a lot granted while a freeze waits for its person is frozen with the rest', async () => {
  const [person = 0] = await b.people(1);
  const held = await b.database.pool.connect();
  await held.query('begin');
  await held.query('select 1 from wallet where person_id = $1 for update', [person]);
  const freeze = freezePurses(b.database.pool, organizationId, [person], true);
  await expect
    .poll(async () => (await b.database.pool.query(`select 1 from pg_locks where not granted`)).rowCount)
    .toBeGreaterThan(0);
  const [lot] = await b.ids.take(1);
  await held.query(
    `insert into wallet (organization_id, id, person_id, kind, spend_order, batch_id, opened_at)
     values ($1, $2, $3, 'SUBSIDY', 10, 77, now())`,
    [organizationId, lot, person],
  );
  await held.query('commit');
  held.release();
  await freeze;
  const { rows } = await b.database.pool.query('select distinct status from wallet where person_id = $1', [person]);
  expect(rows).toEqual([{ status: 'FROZEN' }]);
});

test('an overdraft may shrink only above the debt that is already there', async () => {
  const [person = 0, other = 0] = await b.people(2, 500);
  posted(await b.wallet.submit(consume(person, 300)));
  expect(await setOverdraft(b.database.pool, organizationId, [person, other], 200)).toEqual([person]);
  expect(codeOf(await b.wallet.submit(consume(other, 201)))).toBe('INSUFFICIENT_BALANCE');
  expect(codeOf(await b.wallet.submit(consume(person, 200)))).toBe('posted');
});

test('an account closes only when empty, and reopens with its history', async () => {
  const [person = 0] = await b.people(1);
  posted(await deposit(person, 700));
  expect(await closePurses(b.database.pool, organizationId, person)).toMatchObject({
    code: 'BALANCE_LEFT',
    params: { balance: '7.00', held: '0.00' },
  });
  posted(await b.wallet.submit(ask('REFUND', person, { amountFen: 700, channel: 'BANK' })));
  expect(await closePurses(b.database.pool, organizationId, person)).toBeUndefined();
  expect(codeOf(await deposit(person, 1))).toBe('NO_PURSE');
  await openPurses(b.database.pool, organizationId, [{ personId: person }], b);
  expect(posted(await deposit(person, 5)).balances).toEqual({ MAIN: 5, SUBSIDY: 0 });
});

test('freezing in the middle of a rush: no swipe after it goes through, none is lost', async () => {
  const persons = await b.people(20);
  await Promise.all(persons.map((p) => deposit(p, 10_000)));
  const swipes = Array.from({ length: 400 }, (_, i) => b.wallet.submit(consume(persons[i % 20] ?? 0, 1)));
  await freezePurses(b.database.pool, organizationId, persons, true);
  const codes = (await Promise.all(swipes)).map(codeOf);
  expect([...new Set(codes)].filter((c) => c !== 'posted' && c !== 'PURSE_FROZEN')).toEqual([]);
  expect(codeOf(await b.wallet.submit(consume(persons[0] ?? 0, 1)))).toBe('PURSE_FROZEN');
  const { rows } = await b.database.pool.query<{ n: number }>(
    'select sum(10000 - main_fen)::bigint as n from person_balance where person_id = any($1)',
    [persons],
  );
  expect(rows[0]?.n).toBe(codes.filter((c) => c === 'posted').length);
});

test('a key that is too long or empty is refused, a stuck person does not stop the others', async () => {
  const [stuck = 0, free = 0] = await b.people(2);
  for (const person of [stuck, free]) posted(await deposit(person, 100));
  expect(codeOf(await b.wallet.submit(consume(free, 1, { requestKey: '' })))).toBe('MALFORMED');
  expect(codeOf(await b.wallet.submit(consume(free, 1, { requestKey: 'k'.repeat(121) })))).toBe('MALFORMED');
  for (const wrong of [
    { occurredAt: Number.NaN },
    { occurredAt: 0 },
    { businessDate: '2026-1-1' },
    { businessDate: '1970-01-01' },
  ])
    expect(codeOf(await b.wallet.submit(consume(free, 1, wrong)))).toBe('MALFORMED');
  const client = await b.database.pool.connect();
  await client.query('begin');
  await client.query('select 1 from wallet where person_id = $1 for update', [stuck]);
  const answers = await Promise.all([b.wallet.submit(consume(stuck, 1)), b.wallet.submit(consume(free, 1))]);
  await client.query('rollback');
  client.release();
  expect(answers.map(codeOf)).toEqual(['BUSY', 'posted']);
  expect(codeOf(await b.wallet.submit(consume(stuck, 1)))).toBe('posted');
});
