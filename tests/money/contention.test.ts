/** Few people, many callers, duplicate keys, two writers, poison: nothing doubled, nobody overdrawn, everyone answered. */
import { describe, expect, test } from 'vitest';
import type { MoneyRequest, Outcome, Tx } from '../../src/domains/wallet/public.server.ts';
import { refuse } from '../../src/kit/server/refusal.ts';
import { figure } from '../support/figures.ts';
import { ask, bench, codeOf, consume, freshKey, organizationId, posted } from './support.ts';

const b = bench();
/** Swipes of the fiercest test: three people, two writers. */
const fierce = Number(process.env.MONEY_CONTENTION ?? 600);

async function funded(count: number, amountFen: number): Promise<number[]> {
  const persons = await b.people(count);
  const outcomes = await b.wallet.submitMany(persons.map((p) => ask('RECHARGE', p, { channel: 'CASH', amountFen })));
  outcomes.forEach(posted);
  return persons;
}

async function balanceOf(person: number): Promise<number> {
  const { rows } = await b.database.pool.query<{ main_fen: number }>(
    'select main_fen from person_balance where person_id = $1',
    [person],
  );
  return rows[0]?.main_fen ?? Number.NaN;
}

async function count(sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await b.database.pool.query<{ n: number }>(sql, values);
  return rows[0]?.n ?? Number.NaN;
}

/** Audit-like rows a companion writes. */
async function note(tx: Tx, text: string): Promise<undefined> {
  await tx.query('insert into note (organization_id, text) values ($1, $2)', [organizationId, text]);
}

describe('contention', () => {
  test('two writers, three people, hundreds of swipes: no overdraft, exact sums', {
    timeout: 30_000 + fierce * 50,
  }, async () => {
    const fundedFen = Math.floor(fierce / 6) * 100;
    const persons = await funded(3, fundedFen);
    const other = b.another({ firstLane: 3 });
    const requests = Array.from({ length: fierce }, (_, i) => consume(persons[i % 3] ?? 0, 70));
    const outcomes: Outcome[] = [];
    const took: number[] = [];
    const timed = async (wallet: typeof other, request: MoneyRequest) => {
      const at = performance.now();
      const outcome = await wallet.submit(request);
      took.push(performance.now() - at);
      return outcome;
    };
    for (let from = 0; from < fierce; from += 600)
      outcomes.push(
        ...(await Promise.all(requests.slice(from, from + 600).map((r, i) => timed(i % 2 ? other : b.wallet, r)))),
      );
    const codes = new Set(outcomes.map(codeOf));
    expect(codes).toEqual(new Set(['posted', 'INSUFFICIENT_BALANCE']));
    for (const person of persons) expect(await balanceOf(person)).toBe(fundedFen % 70);
    expect(outcomes.filter((o) => codeOf(o) === 'posted')).toHaveLength(3 * Math.floor(fundedFen / 70));
    const deadlocks = await count(
      'select deadlocks::int as n from pg_stat_database where datname = current_database()',
    );
    figure('争用', '人数 × 写入方', '3 × 2');
    figure('争用', '请求', fierce);
    figure(
      '争用',
      '应答 p99（毫秒，600 个同时）',
      Math.round(took.sort((x, y) => x - y)[Math.floor(fierce * 0.99)] ?? 0),
    );
    figure('争用', '死锁', deadlocks);
    figure('争用', '透支或重复', 0);
  });

  test('every key sent four times over two writers is posted once, and all four answers agree', async () => {
    const persons = await funded(5, 100_000);
    const other = b.another({ firstLane: 6 });
    const unique = Array.from({ length: 100 }, (_, i) => consume(persons[i % 5] ?? 0, 10 + i));
    const sent = unique.flatMap((r) => [r, { ...r }, { ...r }, { ...r }]);
    const outcomes = await Promise.all(sent.map((r, i) => (i % 2 ? other : b.wallet).submit(r)));
    const ids = outcomes.map((o) => posted(o).postingId);
    for (let i = 0; i < ids.length; i += 4) expect(new Set(ids.slice(i, i + 4)).size).toBe(1);
    expect(new Set(ids).size).toBe(100);
    expect(outcomes.filter((o) => posted(o).replayed)).toHaveLength(300);
  });

  test('corrections of one trade from many sides never return more than was taken', async () => {
    const [person = 0] = await funded(1, 1000);
    const eaten = posted(await b.wallet.submit(consume(person, 900)));
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        b.wallet.submit(ask('REVERSE', person, { originalPostingId: eaten.postingId, amountFen: 100 })),
      ),
    );
    expect(outcomes.filter((o) => codeOf(o) === 'posted')).toHaveLength(9);
    expect(await balanceOf(person)).toBe(1000);
  });

  test('a person is served in the order of asking', async () => {
    const [person = 0] = await funded(1, 100);
    const outcomes = await Promise.all([60, 50, 30, 10].map((fen) => b.wallet.submit(consume(person, fen))));
    expect(outcomes.map(codeOf)).toEqual(['posted', 'INSUFFICIENT_BALANCE', 'posted', 'posted']);
  });

  test('past the limit of waiting requests the answer is BUSY, at once', async () => {
    const persons = await funded(30, 1000);
    const small = b.another({ maxWaiting: 10, firstLane: 9 });
    const outcomes = await Promise.all(persons.map((p) => small.submit(consume(p, 1))));
    const codes = outcomes.map(codeOf);
    expect(codes.filter((c) => c === 'posted')).toHaveLength(10);
    expect(codes.filter((c) => c === 'BUSY')).toHaveLength(20);
  });
});

describe('companions and poison', () => {
  test('a batch that waits for somebody’s lock does not hold up who came after it', async () => {
    const [held = 0, ...others] = await funded(5, 1000);
    const later = others.pop() ?? 0;
    const client = await b.database.pool.connect();
    await client.query('begin');
    await client.query('select 1 from wallet where person_id = $1 for update', [held]);
    const stuck = [held, ...others].map((p) => b.wallet.submit(consume(p, 1)));
    await new Promise((resolve) => setImmediate(resolve));
    const first = await Promise.race([
      b.wallet.submit(consume(later, 1)).then(() => 'later'),
      stuck[1]?.then(() => 'stuck'),
    ]);
    await client.query('rollback');
    client.release();
    expect(first).toBe('later');
    for (const outcome of await Promise.all(stuck)) posted(outcome);
  });

  test('rows of a companion live and die with their posting', async () => {
    await b.database.pool.query('create table note (organization_id bigint not null, text text primary key)');
    const persons = await funded(40, 1000);
    const plain = Object.assign(new Error('boom'), { name: 'Boom' });
    const requests: MoneyRequest[] = persons.map((person, i) => {
      const key = freshKey('note');
      const base = consume(person, 10, { requestKey: key });
      if (i % 10 === 3) return { ...base, companion: () => Promise.reject(plain) };
      if (i % 10 === 5) return { ...base, companion: (tx) => note(tx, key).then(() => refuse('STALE')) };
      if (i % 10 === 7) return { ...base, companion: (tx) => note(tx, key).then(() => note(tx, key)) };
      return { ...base, companion: (tx) => note(tx, key) };
    });
    const settled = await Promise.allSettled(requests.map((r) => b.wallet.submit(r)));
    const kinds = settled.map((s, i) => {
      const turn = i % 10;
      if (s.status === 'rejected')
        return turn === 3 ? s.reason === plain : (s.reason as { code?: string }).code === '23505' && turn === 7;
      return codeOf(s.value) === (turn === 5 ? 'STALE' : 'posted') && turn !== 3 && turn !== 7;
    });
    expect(kinds).toEqual(kinds.map(() => true));
    expect(await count('select count(*)::int as n from note')).toBe(28);
    expect(await count(`select count(*)::int as n from money_request where request_key like 'note%'`)).toBe(28);
  });

  test('a request that breaks the database stands alone; a rule that throws too', async () => {
    const persons = await funded(64, 1000);
    const requests: MoneyRequest[] = persons.map((person, i) => {
      if (i === 17) return consume(person, 10, { requestKey: `nul ${String.fromCharCode(0)}` });
      if (i === 40) {
        return consume(person, 10, {
          price: () => {
            throw new Error('bad rule');
          },
        });
      }
      return consume(person, 10);
    });
    const settled = await Promise.allSettled(requests.map((r) => b.wallet.submit(r)));
    const rejected = settled.flatMap((s, i) => (s.status === 'rejected' ? [i] : []));
    expect(rejected).toEqual([17, 40]);
    for (const [i, s] of settled.entries())
      if (s.status === 'fulfilled') expect([i, codeOf(s.value)]).toEqual([i, 'posted']);
  });

  test('a long job and swipes share people without harm', async () => {
    const persons = await funded(300, 1000);
    const grants = persons.map((p) =>
      ask('SUBSIDY_GRANT', p, { amountFen: 50, batchId: 77, expiresOn: '2026-12-31', requestKey: `sub:77:${p}` }),
    );
    const job = b.wallet.submitMany(grants);
    const swipes: Promise<Outcome>[] = persons.map((p) => b.wallet.submit(consume(p, 100)));
    (await job).forEach(posted);
    (await Promise.all(swipes)).forEach(posted);
    const again = await b.wallet.submitMany(grants);
    expect(again.every((o) => posted(o).replayed)).toBe(true);
    expect(await count(`select sum(balance_fen)::bigint as n from wallet where person_id = any($1)`, [persons])).toBe(
      300 * 950,
    );
  });
});
