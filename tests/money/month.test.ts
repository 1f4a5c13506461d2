/** Month close, seals, night work: nothing enters a closed month, late records keep both dates, tampering shows. */
import { describe, expect, test } from 'vitest';
import { closeMonth } from '../../src/domains/wallet/public.server.ts';
import { checkInvariants, foldAllWaiting, runNight } from '../../src/domains/wallet/testing.ts';
import { isRefusal } from '../../src/kit/server/refusal.ts';
import { ask, bench, codeOf, consume, organizationId, posted } from './support.ts';

const b = bench();
const tools = () => ({ pool: b.database.pool, clock: b.clock, ids: b.ids });
const at = (text: string) => Date.parse(`${text}+08:00`);
const close = (month: string) => closeMonth(tools(), { organizationId, month, operatorId: 1 });

async function codeOfClose(month: string): Promise<string> {
  const result = await close(month);
  return isRefusal(result) ? result.code : 'closed';
}

async function rich(occurredAt: number): Promise<number> {
  const [person = 0] = await b.people(1);
  posted(await b.wallet.submit(ask('RECHARGE', person, { channel: 'WECHAT', amountFen: 100_000, occurredAt })));
  return person;
}

describe('months', () => {
  test('close in order, only when over; late records go to the first open day', async () => {
    const person = await rich(at('2026-09-15T12:00:00'));
    posted(await b.wallet.submit(consume(person, 500, { occurredAt: at('2026-09-30T12:00:00') })));
    posted(await b.wallet.submit(consume(person, 500, { occurredAt: at('2026-10-01T03:00:00') })));
    posted(await b.wallet.submit(consume(person, 500, { occurredAt: at('2026-10-08T12:00:00') })));
    expect(await codeOfClose('2026-11-01')).toBe('PERIOD_NOT_OVER');
    expect(await codeOfClose('2026-10-31')).toBe('PERIOD_ORDER');
    expect(await close('2026-09-01')).toMatchObject({ month: '2026-09-01', sealedDays: 2 });
    expect(await codeOfClose('2026-09-01')).toBe('PERIOD_CLOSED');
    const late = posted(await b.wallet.submit(consume(person, 700, { occurredAt: at('2026-09-20T12:00:00') })));
    expect(late).toMatchObject({ businessDate: '2026-10-01', occurredDate: '2026-09-20', late: true });
    expect(await close('2026-10-01')).toMatchObject({ sealedDays: 2 });
    const { rows } = await b.database.pool.query<{ sums: Record<string, number> }>(
      'select sums from ledger_seal order by business_date',
    );
    expect(rows.map((r) => r.sums['wallet:MAIN'])).toEqual([100_000, -1000, -700, -500]);
  });

  test('batches in flight and a close agree on the month', async () => {
    b.clock.set(at('2026-12-01T05:00:00'));
    const person = await rich(at('2026-11-03T12:00:00'));
    const swipes = Array.from({ length: 200 }, (_, i) =>
      consume(person, 1, { occurredAt: at('2026-11-10T12:00:00') + i }),
    );
    const answers = Promise.all(swipes.map((s) => b.wallet.submit(s)));
    expect(await close('2026-11-01')).toMatchObject({ month: '2026-11-01' });
    const dates = (await answers).map((o) => posted(o).businessDate);
    expect(new Set(dates).size).toBeLessThanOrEqual(2);
    for (const date of dates) expect(['2026-11-10', '2026-12-01']).toContain(date);
  });

  test('a trade of a closed month is corrected in the open one, its own day untouched', async () => {
    const { rows } = await b.database.pool.query<{ id: number; person_id: number }>(
      `select id, person_id from trade where business_date = '2026-10-08'`,
    );
    const [trade] = rows;
    const back = posted(
      await b.wallet.submit(
        ask('REVERSE', trade?.person_id ?? 0, { originalPostingId: trade?.id ?? 0, occurredAt: b.clock.now() }),
      ),
    );
    expect(back.businessDate).toBe('2026-12-01');
  });

  test('the night merges lanes, closes spent lots, proves everything, and writes it down', async () => {
    const person = await rich(b.clock.now());
    posted(
      await b.wallet.submit(ask('SUBSIDY_GRANT', person, { amountFen: 10, batchId: 3, occurredAt: b.clock.now() })),
    );
    const eaten = posted(await b.wallet.submit(consume(person, 10, { occurredAt: b.clock.now() })));
    b.clock.set(at('2026-12-03T04:20:00'));
    expect(await runNight(tools())).toEqual({ organizations: 1, broken: [], unproven: [] });
    const { rows } = await b.database.pool.query<{ n: number }>(
      `select count(*) as n from rollup_account_day where lane >= 0`,
    );
    expect(rows[0]?.n).toBe(0);
    const lots = await b.database.pool.query(`select status from wallet where batch_id = 3`);
    expect(lots.rows).toEqual([{ status: 'CLOSED' }]);
    const back = posted(
      await b.wallet.submit(ask('REVERSE', person, { originalPostingId: eaten.postingId, occurredAt: b.clock.now() })),
    );
    expect(back.balances.SUBSIDY).toBe(10);
    expect(codeOf(await b.wallet.submit(consume(person, 10, { occurredAt: b.clock.now() })))).toBe('posted');
  });
});

test('every tampering is found by the rule that guards it', async () => {
  const { pool } = b.database;
  await foldAllWaiting(pool, 9);
  const client = await pool.connect();
  const found = async (...statements: string[]) => {
    await client.query('begin');
    await client.query(`alter table posting_row disable trigger user; alter table entry_row disable trigger user;
      alter table plain_grant disable trigger user;
      alter table trade disable trigger user; alter table money_request disable trigger user; alter table ledger_seal disable trigger user;
      alter table wallet drop constraint wallet_floor; alter table posting_reversed drop constraint posting_reversed_cap`);
    for (const statement of statements) await client.query(statement);
    const breaks = await checkInvariants(client);
    await client.query('rollback');
    return [...new Set(breaks.map((x) => x.rule))];
  };
  try {
    expect(await found('update posting_row set amount_fen = amount_fen + 1 where kind = $$RECHARGE$$')).toContain('I1');
    expect(await found('update entry_row set amount_fen = amount_fen + 1 where account = $$revenue$$')).toContain('I1');
    expect(await found('update wallet set balance_fen = balance_fen + 1 where balance_fen > 0')).toEqual(['I2']);
    expect(await found('update plain_grant set amount_fen = amount_fen + 1')).toEqual(['I13', 'I2', 'I6', 'I9']);
    expect(await found('update plain_grant set batch_id = batch_id + 1')).toEqual(['I5']);
    expect(await found('update plain_grant set person_id = person_id + 1')).toEqual(['I5']);
    expect(
      await found(`insert into money_request (organization_id, request_key, kind, person_id, fingerprint, refusal_code, answer, recorded_at)
        select organization_id, request_key, 'SUBSIDY_GRANT', person_id, '', 'NO_PURSE', '{}', recorded_at from plain_grant`),
    ).toEqual(['I5']);
    expect(await found('update wallet set version = version + 1 where version > 1')).toEqual(['I3']);
    expect(await found('update wallet set floor_fen = -1, held_fen = balance_fen + 5 where balance_fen > 0')).toContain(
      'I4',
    );
    expect(await found('update posting_row set request_key = $$same$$')).toContain('I5');
    expect(await found('delete from trade where kind = $$CONSUME$$ and business_date = $$2026-10-08$$')).toContain(
      'I9',
    );
    expect(
      await found('update entry_row set balance_after_fen = balance_after_fen + 1 where wallet_version = 1'),
    ).toContain('I6');
    expect(await found('update trade set wallet_after_fen = wallet_after_fen + 1 where wallet_version = 2')).toContain(
      'I6',
    );
    expect(await found('update trade set wallet_version = 99 where wallet_version = 2')).toContain('I6');
    expect(await found('update posting_reversed set reversed_fen = reversed_fen + 1')).toContain('I7');
    expect(
      await found(`update wallet set spent = (spent::bigint[] || '{1,2,3,4,5,6,7}')::text where spent_on is not null`),
    ).toEqual(['I8']);
    expect(await found('update rollup_consume_people set main_fen = main_fen + 1')).toEqual(['I9']);
    expect(await found('update rollup_consume_place set heads = heads + 1')).toEqual(['I9']);
    expect(await found('update rollup_account_day set in_fen = in_fen + 1')).toEqual(['I9']);
    expect(await found('delete from ledger_seal where business_date = $$2026-09-30$$')).toEqual(['I10']);
    expect(await found('update ledger_seal set entries_hash = md5(entries_hash)')).toEqual(['I10']);
    expect(await found('update wallet set held_fen = 1 where balance_fen > 0')).toEqual(['I11']);
    expect(await found(`update trade set recorded_at = '2027-01-01' where business_date = '2026-09-30'`)).toEqual([
      'I12',
    ]);
  } finally {
    client.release();
  }
});

test('history cannot be changed, by anyone', async () => {
  const { pool } = b.database;
  for (const table of [
    'posting_row',
    'entry_row',
    'plain_grant',
    'trade',
    'money_request',
    'ledger_seal',
    'period',
    'invariant_run',
  ]) {
    await expect(pool.query(`delete from ${table}`)).rejects.toMatchObject({ code: '23001' });
    await expect(pool.query(`update ${table} set organization_id = organization_id`)).rejects.toMatchObject({
      code: '23001',
    });
  }
  await expect(pool.query('truncate trade')).rejects.toMatchObject({ code: '23001' });
  await expect(pool.query('delete from trade_plain_y2026m10')).rejects.toMatchObject({ code: '23001' });
  await expect(pool.query('truncate trade_plain_y2026m10')).rejects.toMatchObject({ code: '23001' });
});
