/** The mouth for long lists beside the ordinary door: the same rows, the same answers, together and against each other. */
import { describe, expect, it } from 'vitest';
import { bench, minuteMs, noon, place } from '../../../../tests/money/support.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { closeMonth } from '../close/close-month.ts';
import { closePurses, freezePurses, openPurses } from '../open-purses.ts';
import type { MoneyRequest, Outcome, SubsidyGrantRequest } from '../types.ts';
import { type Grants, lastSwipeOf, openGrants } from './grants.ts';

const b = bench();
const one = 7001;
const two = 7002;
const three = 7003;
const nothing = () => [];
const free = () => ({ originFen: 0, discountFen: 0, amountFen: 0 });
const open = (options: Partial<Parameters<typeof openGrants>[0]> = {}): Grants =>
  openGrants({ connection: b.database.connectionConfig, db: b.database.pool, clock: b.clock, ids: b.ids, ...options });

/** Runs one list through a mouth of its own. */
async function granted(requests: readonly SubsidyGrantRequest[], beside: Parameters<Grants['grant']>[1] = nothing) {
  const grants = open();
  try {
    return await grants.grant(requests, beside);
  } finally {
    await grants.close();
  }
}

const grantOf = (organizationId: number, personId: number, more: Partial<SubsidyGrantRequest> = {}) =>
  ({
    kind: 'SUBSIDY_GRANT',
    organizationId,
    requestKey: `sub:9:${personId}`,
    personId,
    occurredAt: noon,
    businessDate: '2026-11-20',
    amountFen: 20_000,
    batchId: 9,
    operatorId: 3,
    reason: '十一月“餐补”',
    sourceType: 'subsidy_batch',
    sourceId: 9,
    ...more,
  }) satisfies SubsidyGrantRequest;

async function openPeople(organizationId: number, count: number): Promise<number[]> {
  const persons = await b.ids.take(count);
  await openPurses(
    b.database.pool,
    organizationId,
    persons.map((personId) => ({ personId })),
    b,
  );
  return persons;
}

/** People with a past: recharged, gifted, in debt, with older lots and meals, frozen, closed, one never opened. */
async function unit(organizationId: number): Promise<number[]> {
  const persons = await openPeople(organizationId, 60);
  const past: MoneyRequest[] = persons.flatMap((personId, i) => {
    const base = { organizationId, personId, occurredAt: noon - 60 * minuteMs };
    const key = (what: string) => `past:${i}:${what}`;
    const list: MoneyRequest[] = [];
    if (i % 3 === 0)
      list.push({ ...base, kind: 'RECHARGE', requestKey: key('r'), channel: 'CASH', amountFen: 900 + i, giftFen: i });
    if (i % 4 === 0) list.push({ ...base, kind: 'SUBSIDY_GRANT', requestKey: key('l'), amountFen: 70, batchId: 5 });
    if (i % 6 === 0) list.push({ ...base, kind: 'SUBSIDY_GRANT', requestKey: key('c'), amountFen: 4, purse: 'COUNT' });
    if (i % 5 === 0)
      list.push({
        ...base,
        kind: 'CONSUME',
        requestKey: key('e'),
        place,
        arrearsLimitFen: 5_000,
        price: () => ({ originFen: 1_200, discountFen: 0, amountFen: 1_200 }),
      });
    return list;
  });
  await b.wallet.submitMany(
    past.map((request) => (request.kind === 'RECHARGE' && !request.giftFen ? { ...request, giftFen: 1 } : request)),
  );
  const { pool } = b.database;
  const chosen = (rest: number) => persons.filter((_, i) => i % 12 === rest && i % 5 !== 0);
  await inTransaction(pool, (tx) => freezePurses(tx, organizationId, chosen(7), true));
  for (const personId of chosen(11))
    expect(await inTransaction(pool, (tx) => closePurses(tx, organizationId, personId))).toBeUndefined();
  return [...persons, ...(await b.ids.take(1))];
}

/** A batch with every kind of line; keys count people, so that two units' batches read alike. */
function linesOf(organizationId: number, persons: readonly number[]): SubsidyGrantRequest[] {
  return persons.map((personId, i) =>
    grantOf(organizationId, personId, {
      requestKey: `sub:9:${i}`,
      amountFen: i === 14 ? 0 : i === 15 ? 2_000_000_000 : 20_000 + i,
      ruleId: i % 2,
      ...(i % 9 === 0 ? { expiresOn: i === 18 ? '2026-11-01' : '2026-12-31' } : {}),
      ...(i % 10 === 0 ? { spendOrder: 6 } : {}),
    }),
  );
}

type Row = Record<string, unknown>;

/** Every money table of a unit with its ids spelled out: people by turn, purses by kind and lot, postings by key. */
async function tablesOf(organizationId: number, persons: readonly number[]): Promise<Record<string, Row[]>> {
  const read = async (text: string) => (await b.database.pool.query<Row>(text, [organizationId])).rows;
  const all = async (table: string) => (await read(`select * from ${table} where organization_id = $1`)) as Row[];
  const turn = new Map(persons.map((personId, i) => [personId, i]));
  const purses = await all('wallet');
  const purse = new Map<unknown, string>(
    purses.map((w) => [w.id, `${turn.get(w.person_id as number)}/${w.kind}/${w.batch_id}/${w.expires_on}`]),
  );
  const postings = await all('posting');
  const key = new Map<unknown, string>(postings.map((p) => [p.id, p.request_key as string]));
  const spell = (row: Row): Row => {
    const { organization_id: _, lane: __, ...rest } = row;
    if ('person_id' in rest) rest.person_id = turn.get(rest.person_id as number);
    if ('wallet_id' in rest) rest.wallet_id = purse.get(rest.wallet_id);
    if ('posting_id' in rest) rest.posting_id = key.get(rest.posting_id);
    return rest;
  };
  const sorted = (rows: Row[]) =>
    rows
      .map((row) => JSON.stringify(row))
      .sort()
      .map((text) => JSON.parse(text) as Row);
  const answers = (await all('money_request')).map((row) => {
    const answer = { ...(row.answer as Row) };
    if ('postingId' in answer) answer.postingId = key.get(answer.postingId);
    if ('walletId' in answer) answer.walletId = purse.get(answer.walletId);
    if ('tradeId' in answer) answer.tradeId = key.get(answer.tradeId);
    // The fingerprint is over the person's own id.
    return { ...spell(row), fingerprint: String(row.fingerprint).length, answer };
  });
  return {
    wallet: sorted(purses.map((row) => ({ ...spell(row), id: purse.get(row.id) }))),
    money_request: sorted(answers),
    posting: sorted(postings.map((row) => ({ ...spell(row), id: key.get(row.id) }))),
    ledger_entry: sorted((await all('ledger_entry')).map(spell)),
    plain_grant: sorted((await all('plain_grant')).map((row) => ({ ...spell(row), id: key.get(row.id) }))),
    trade: sorted((await all('trade')).map((row) => ({ ...spell(row), id: key.get(row.id), rule_trace: '' }))),
    accounts: sorted(
      await read(`select business_date, account, posting_kind, reverses_kind, sum(in_fen)::bigint as in_fen,
        sum(out_fen)::bigint as out_fen, sum(entry_count)::bigint as lines
        from rollup_account_day where organization_id = $1 group by 1, 2, 3, 4`),
    ),
    operators: sorted(
      await read(`select operator_id, business_date, account, posting_kind, reverses_kind, sum(in_fen)::bigint as in_fen,
        sum(out_fen)::bigint as out_fen, sum(entry_count)::bigint as lines
        from rollup_operator_day where organization_id = $1 group by 1, 2, 3, 4, 5`),
    ),
  };
}

const codeOf = (outcome: Outcome) => (isRefusal(outcome) ? outcome.code : 'posted');

describe('a list of grants', () => {
  it('writes what the ordinary door writes, table by table, refusals included', async () => {
    const first = await unit(one);
    const second = await unit(two);
    // One line was granted before, one key was used for another amount.
    for (const persons of [first, second]) {
      const organizationId = persons === first ? one : two;
      const lines = linesOf(organizationId, persons);
      await b.wallet.submit(lines[1]!);
      await b.wallet.submit({ ...lines[2]!, amountFen: 1 });
    }
    const outcomes = await b.wallet.submitMany(linesOf(one, first));
    const requests = linesOf(two, second);
    const plainOnes = requests.filter((_, i) => i !== 1 && i !== 2);
    const told: string[] = [];
    const { granted: done, aside } = await granted(plainOnes, (list) => {
      told.splice(0, told.length, ...list.map((grant) => grant.requestKey));
      return [];
    });
    expect(told).toEqual(done.map((grant) => grant.requestKey));
    // 4 frozen, 4 closed, one never opened, two amounts, one last day in the past.
    expect(aside).toHaveLength(12);
    const rest = [...aside, requests[1]!, requests[2]!];
    const byKey = new Map((await b.wallet.submitMany(rest)).map((outcome, i) => [rest[i]!.requestKey, outcome]));
    expect(
      requests.map(({ requestKey }) => (byKey.has(requestKey) ? codeOf(byKey.get(requestKey)!) : 'posted')),
    ).toEqual(outcomes.map(codeOf));
    expect(new Set(outcomes.map(codeOf))).toEqual(
      new Set(['posted', 'BAD_AMOUNT', 'NO_PURSE', 'LOT_EXPIRED', 'IDEMPOTENCY_MISMATCH']),
    );
    expect(await tablesOf(two, second)).toEqual(await tablesOf(one, first));
  });

  it('and the ordinary door know each other’s keys, whichever came first', async () => {
    const persons = await openPeople(one, 40);
    const requests = persons.map((personId) => grantOf(one, personId));
    const [early, late] = [requests.slice(0, 15), requests.slice(15)];
    const before = await b.wallet.submitMany(early);
    expect((await granted(early)).aside).toHaveLength(15);
    expect((await granted(late)).granted).toHaveLength(25);
    const again = await b.wallet.submitMany(requests);
    expect(again.map((outcome) => 'posted' in outcome && outcome.posted.replayed)).toEqual(requests.map(() => true));
    expect(again.slice(0, 15).map((o) => 'posted' in o && o.posted.postingId)).toEqual(
      before.map((o) => 'posted' in o && o.posted.postingId),
    );
    const { rows } = await b.database.pool.query(
      'select count(*)::int as lots from wallet where organization_id = $1 and person_id = any($2) and batch_id = 9',
      [one, persons],
    );
    expect(rows[0]).toEqual({ lots: 40 });
    // A mixed list is left to the ordinary door whole, but for nobody twice.
    const more = await openPeople(one, 2);
    const mixed = [requests[0]!, ...more.map((personId) => grantOf(one, personId))];
    const result = await granted(mixed);
    expect(result.granted.length + result.aside.length).toBe(3);
    await b.wallet.submitMany(result.aside);
    await expect(granted([...requests, ...requests, ...Array(1_000).fill(requests[0])])).rejects.toThrow('1080 grants');
  });

  it('through both doors at one moment is granted once: they may wait for each other, keys before people and people before keys', async () => {
    const persons = await openPeople(two, 200);
    const batches = Array.from({ length: 6 }, (_, n) => 60 + n);
    for (const batchId of batches) {
      const requests = persons.map((personId) =>
        grantOf(two, personId, { batchId, requestKey: `both:${batchId}:${personId}` }),
      );
      const [{ granted: done, aside }, outcomes] = await Promise.all([
        granted(requests),
        b.wallet.submitMany(requests),
      ]);
      expect([done.length + aside.length, outcomes.filter((o) => 'posted' in o).length]).toEqual([200, 200]);
      const again = await b.wallet.submitMany(requests);
      // What was in the purses then is not kept of a grant.
      expect(again.map((o) => 'posted' in o && [o.posted.replayed, o.posted.balances])).toEqual(
        requests.map(() => [true, {}]),
      );
    }
    const { rows } = await b.database.pool.query<{ lots: number }>(
      'select count(*)::int as lots from wallet where organization_id = $1 and person_id = any($2) and batch_id = any($3)',
      [two, persons, batches],
    );
    expect(rows[0]).toEqual({ lots: 200 * batches.length });
  });

  it('leaves nothing when its caller’s own rows say no, or the month is closed', async () => {
    const persons = await openPeople(three, 3);
    const requests = persons.map((personId) => grantOf(three, personId, { requestKey: `no:${personId}` }));
    const count = async () => {
      const { rows } = await b.database.pool.query<{ n: number }>(
        'select count(*)::int as n from posting where organization_id = $1 and person_id = any($2)',
        [three, persons],
      );
      return rows[0]!.n;
    };
    const no = {
      statement: { name: 'test_no', text: `select wallet_assert_rows('test', $1, 1)` },
      values: [0],
    };
    expect((await granted(requests, () => [no])).aside).toHaveLength(3);
    expect(await count()).toBe(0);
    // A grant for a day of a closed month is not plain: the ordinary door books it on the first open day.
    b.clock.set(Date.parse('2026-12-02T09:00:00+08:00'));
    const closed = await closeMonth(
      { pool: b.database.pool, clock: b.clock, ids: b.ids },
      { organizationId: three, month: '2026-11-01', operatorId: 1 },
    );
    expect(isRefusal(closed)).toBe(false);
    expect((await granted(requests)).aside).toHaveLength(3);
    expect(await count()).toBe(0);
    const late = await b.wallet.submitMany(requests);
    expect(late.map((o) => 'posted' in o && [o.posted.businessDate, o.posted.late])).toEqual(
      persons.map(() => ['2026-12-01', true]),
    );
    b.clock.set(noon);
  });
});

describe('lists of grants while nobody eats', () => {
  it('go two at a time, over the same people as well, and each is granted and added up once', async () => {
    const persons = await openPeople(two, 300);
    const { pool } = b.database;
    const granted = async () => {
      const { rows } = await pool.query<{ fen: number }>(
        `select coalesce(sum(in_fen), 0)::bigint as fen from rollup_account_day
          where organization_id = $1 and account = 'wallet:SUBSIDY'`,
        [two],
      );
      return rows[0]!.fen;
    };
    const before = await granted();
    let [under, most] = [0, 0];
    const grants = open({
      watch: (event) => {
        if (event === 'sent') under += 1;
        if (event === 'answered') under -= 1;
        most = Math.max(most, under);
      },
    });
    const batches = [201, 202, 203, 204, 205, 206, 207, 208];
    const results = await Promise.all(
      batches.map((batchId) =>
        grants.grant(
          persons.map((personId) => grantOf(two, personId, { batchId, requestKey: `sub:${batchId}:${personId}` })),
          nothing,
        ),
      ),
    );
    await grants.close();
    expect(most).toBe(2);
    expect(results.map((result) => [result.granted.length, result.aside.length])).toEqual(batches.map(() => [300, 0]));
    const { rows } = await pool.query<{ lots: number; people: number }>(
      `select count(*)::int as lots, count(distinct person_id)::int as people from wallet
        where organization_id = $1 and batch_id = any($2) group by batch_id`,
      [two, batches],
    );
    expect(rows).toEqual(batches.map(() => ({ lots: 300, people: 300 })));
    expect((await granted()) - before).toBe(batches.length * 300 * 20_000);
  });
});

describe('lists of grants while people eat', () => {
  it('lose no swipe, no grant and no freeze', async () => {
    const persons = await openPeople(two, 400);
    await b.wallet.submitMany(
      persons.map((personId) => ({
        kind: 'RECHARGE',
        organizationId: two,
        requestKey: `eat:${personId}`,
        personId,
        occurredAt: noon,
        channel: 'WECHAT',
        amountFen: 10_000,
      })),
    );
    const grants = open();
    let going = true;
    let swiped = 0;
    const eating = (async () => {
      for (let n = 0; going || n < 5; n += 1) {
        const outcomes = await Promise.all(
          persons.slice((n * 40) % 400, ((n * 40) % 400) + 40).map((personId) =>
            b.wallet.submit({
              kind: 'CONSUME',
              organizationId: two,
              requestKey: `swipe:${n}:${personId}`,
              personId,
              occurredAt: noon,
              place,
              price: () => ({ originFen: 7, discountFen: 0, amountFen: 7 }),
            }),
          ),
        );
        swiped += outcomes.filter((outcome) => 'posted' in outcome).length;
      }
    })();
    const frozen = persons.slice(0, 20);
    let aside = 0;
    for (let batch = 100; batch < 106; batch += 1) {
      const requests = persons.map((personId) =>
        grantOf(two, personId, { batchId: batch, requestKey: `sub:${batch}:${personId}`, amountFen: 50 }),
      );
      const [result] = await Promise.all([
        grants.grant(requests, nothing),
        batch === 103
          ? inTransaction(b.database.pool, (tx) => freezePurses(tx, two, frozen, true))
          : Promise.resolve(0),
      ]);
      aside += result.aside.length;
      await b.wallet.submitMany(result.aside);
    }
    going = false;
    await eating;
    expect(swiped).toBeGreaterThan(0);
    // The frozen ones, and at most the one list the freeze ran into.
    expect(aside).toBeLessThanOrEqual(400 + 3 * frozen.length);
    const { rows } = await b.database.pool.query(
      `select batch_id as "batchId", count(*)::int as lots, count(distinct person_id)::int as people from wallet
        where organization_id = $1 and batch_id between 100 and 105 group by 1 order by 1`,
      [two],
    );
    expect(rows).toEqual([100, 101, 102, 103, 104, 105].map((batchId) => ({ batchId, lots: 400, people: 400 })));
    await grants.close();
  });

  it('makes its chunks small for a second after somebody came to the door, and from the first one on', async () => {
    const organizationId = await b.ids.next();
    const [personId = 0] = await openPeople(organizationId, 1);
    let now = noon;
    const clock = { now: () => now };
    const grants = open({ clock, lastSwipeMs: lastSwipeOf(b.wallet) });
    const fromBefore = open({ clock, lastSwipeMs: () => now - 1_000 });
    const none = open({ clock });
    try {
      await b.wallet.submit({
        kind: 'CONSUME',
        organizationId,
        requestKey: 'eats',
        personId,
        occurredAt: noon,
        place,
        price: free,
      });
      now = b.clock.now() + 999;
      expect(grants.size()).toBe(60);
      now = b.clock.now() + 1_000;
      expect(grants.size()).toBe(1_000);
      expect([fromBefore.size(), none.size()]).toEqual([1_000, 1_000]);
    } finally {
      await Promise.all([grants.close(), fromBefore.close(), none.close()]);
    }
  });
});
