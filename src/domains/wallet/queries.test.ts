/** The reads agree with each other and with what was posted, and stay inside their scope. */
import { Kysely, PostgresDialect } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ask, bench, consume, minuteMs, noon, organizationId, posted } from '../../../tests/money/support.ts';
import { everything } from '../../kit/server/query/scope.ts';
import { scopePlugin } from '../../kit/server/query/scope-plugin.ts';
import { tableRules } from '../../kit/server/query/table-rules.ts';
import type { Tables } from '../../kit/server/query/tables.ts';
import { domains } from '../index.ts';
import { accountDays, operatorDays } from './queries/account-days.ts';
import { accountStatement, statementColumns } from './queries/account-statement.ts';
import { dailyBalances, dailyBalancesSince } from './queries/daily-balances.ts';
import { balancesAt, balancesOf, lotTotals, pursesOf, statementLines } from './queries.ts';

const b = bench();
const dayMs = 24 * 60 * minuteMs;

function scoped(organizations: number[]) {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: b.database.pool }) }).withPlugin(
    scopePlugin(tableRules(domains), { ...everything, organizations }),
  );
}

async function threeDays(): Promise<number> {
  const [person = 0] = await b.people(1);
  const on = (day: number) => noon + day * dayMs;
  posted(await b.wallet.submit(ask('DEPOSIT', person, { amountFen: 5000, operatorId: 77, occurredAt: on(-2) })));
  posted(await b.wallet.submit(ask('SUBSIDY_GRANT', person, { amountFen: 1000, batchId: 8, occurredAt: on(-2) })));
  const eaten = posted(await b.wallet.submit(consume(person, 1500, { occurredAt: on(-1) })));
  posted(
    await b.wallet.submit(
      ask('REVERSE', person, { originalPostingId: eaten.postingId, amountFen: 700, occurredAt: on(0) }),
    ),
  );
  posted(await b.wallet.submit(ask('CASH_OUT', person, { amountFen: 200, operatorId: 77, occurredAt: on(0) })));
  return person;
}

describe('reads of the money tables', () => {
  test('three days, seen from every side', async () => {
    const person = await threeDays();
    const db = scoped([organizationId]);
    const range = { from: '2026-11-18', to: '2026-11-20' };

    const days = await dailyBalances(db, range);
    expect(days.map((d) => [d.openingFen, d.inFen, d.outFen, d.closingFen, d.actualFen, d.differenceFen])).toEqual([
      [0, 6000, 0, 6000, 6000, 0],
      [6000, 0, 1500, 4500, 4500, 0],
      [4500, 700, 200, 5000, 5000, 0],
    ]);
    expect(await dailyBalancesSince(db, range, { day: '0001-01-01', balanceFen: 0 })).toEqual(days);
    const last = { from: '2026-11-20', to: '2026-11-20' };
    expect(await dailyBalancesSince(db, last, { day: '2026-11-18', balanceFen: 6000 })).toEqual(
      await dailyBalances(db, last),
    );
    const wrong = await dailyBalancesSince(db, last, { day: '2026-11-18', balanceFen: 6001 });
    expect(wrong).toMatchObject([{ closingFen: 5000, actualFen: 5001, differenceFen: 1 }]);
    const later = await dailyBalances(db, { from: '2026-11-20', to: '2026-11-21' }, 'MAIN');
    expect(later.map((d) => [d.openingFen, d.closingFen, d.differenceFen])).toEqual([
      [4500, 4800, 0],
      [4800, 4800, 0],
    ]);

    for (const step of ['ALL', 'DAY', 'MONTH'] as const)
      for (const personIds of [undefined, [person]]) {
        const rows = await accountStatement(db, range, personIds ? { step, personIds } : { step });
        for (const row of rows) {
          const net = statementColumns.reduce((sum, c, i) => sum + (i < 5 ? row[c] : -row[c]), 0);
          expect(row.openingFen + net).toBe(row.closingFen);
        }
        const closing = (purse: string) => rows.filter((r) => r.purse === purse).at(-1)?.closingFen;
        expect([closing('MAIN'), closing('SUBSIDY')]).toEqual([4800, 200]);
      }
    const [main] = await accountStatement(db, range, { step: 'ALL', purse: 'MAIN' });
    expect(main).toMatchObject({ depositFen: 5000, consumeFen: 500, correctedFen: 500, cashOutFen: 200 });

    expect((await balancesOf(db, organizationId, [person])).get(person)).toMatchObject({
      mainFen: 4800,
      subsidyFen: 200,
      totalFen: 5000,
    });
    const at = await balancesAt(db, '2026-11-19').execute();
    expect(at).toMatchObject([{ person_id: person, main_fen: 4500, subsidy_fen: 0, total_fen: 4500 }]);
    expect((await pursesOf(db, organizationId, person)).map((p) => [p.kind, p.balanceFen])).toEqual([
      ['SUBSIDY', 0],
      ['SUBSIDY', 200],
      ['MAIN', 4800],
    ]);
    const lines = await statementLines(db, { organizationId, personId: person, limit: 3 });
    expect(lines.map((l) => [l.kind, l.purse, l.amountFen, l.balanceAfterFen])).toEqual([
      ['CASH_OUT', 'MAIN', -200, 4800],
      ['REVERSE', 'SUBSIDY', 200, 200],
      ['REVERSE', 'MAIN', 500, 5000],
    ]);
    expect(await lotTotals(db, organizationId, [8])).toEqual([
      { batchId: 8, people: 1, grantedFen: 1000, usedFen: 800, clearedFen: 0, returnedFen: 0, remainingFen: 200 },
    ]);
    const drawer = await operatorDays(db, range, { operatorId: 77, account: 'cash_drawer' });
    expect(drawer.reduce((sum, d) => sum + d.outFen - d.inFen, 0)).toBe(4800);
    const revenue = await accountDays(db, range, ['revenue']);
    expect(revenue.reduce((sum, d) => sum + d.inFen - d.outFen, 0)).toBe(800);
    const all = await accountDays(db, range);
    expect(all.reduce((sum, d) => sum + d.inFen - d.outFen, 0)).toBe(0);
  });

  test('a counter document taken back is netted in its own column', async () => {
    const [person = 0] = await b.people(1);
    const undone = async (kind: 'DEPOSIT' | 'CASH_OUT', amountFen: number) => {
      const { postingId } = posted(await b.wallet.submit(ask(kind, person, { amountFen, operatorId: 77 })));
      posted(await b.wallet.submit(ask('REVERSE', person, { originalPostingId: postingId })));
    };
    posted(await b.wallet.submit(ask('DEPOSIT', person, { amountFen: 3000, operatorId: 77 })));
    await undone('DEPOSIT', 900);
    await undone('CASH_OUT', 400);
    const range = { from: '2026-11-18', to: '2026-11-20' };
    const [main] = await accountStatement(scoped([organizationId]), range, { step: 'ALL', personIds: [person] });
    expect(main).toMatchObject({ depositFen: 3000, cashOutFen: 0, otherInFen: 0, otherOutFen: 0, closingFen: 3000 });
  });

  test('another unit sees nothing', async () => {
    const db = scoped([organizationId + 1]);
    const range = { from: '2026-11-18', to: '2026-11-20' };
    expect((await dailyBalances(db, range)).every((d) => d.closingFen === 0 && d.actualFen === 0)).toBe(true);
    expect(await accountDays(db, range)).toEqual([]);
    expect(await balancesAt(db, '2026-11-20').execute()).toEqual([]);
    expect(await db.selectFrom('trade_list').selectAll().execute()).toEqual([]);
  });

  test('a corrected trade says so in the list', async () => {
    const rows = await scoped([organizationId])
      .selectFrom('trade_list')
      .select(['kind', 'status', 'corrected_fen'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { kind: 'CONSUME', status: 'PART_CORRECTED', corrected_fen: 700 },
      { kind: 'REVERSE', status: 'SUCCESS', corrected_fen: 0 },
    ]);
  });
});
