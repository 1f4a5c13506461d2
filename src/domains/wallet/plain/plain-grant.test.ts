/** A grant that opens a lot is one row beside it; read through the views it is the posting and the lines of its plan. */
import { describe, expect, test } from 'vitest';
import { ask, bench, codeOf, minuteMs, noon, organizationId, posted } from '../../../../tests/money/support.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import type { Plan, PurseRow } from '../plan/state.ts';
import { plan } from '../plan.ts';
import { answeredKeys } from '../queries/answered-keys.ts';
import type { SubsidyGrantRequest } from '../types.ts';
import { HotConnection } from '../writer/connection.ts';
import { begin, rollback, sendAll } from '../writer/train.ts';
import { writeHistory } from '../writer/write-history.ts';
import { writeState } from '../writer/write-state.ts';
import { lotGranted } from './plain-grant.ts';

const b = bench();
const person = 910;
let nextId = 60_000;

const main = (more: Partial<PurseRow> = {}): PurseRow => ({
  id: nextId++,
  personId: person,
  kind: 'MAIN',
  spendOrder: 30,
  balanceFen: 900,
  heldFen: 0,
  floorFen: 0,
  expiresOn: null,
  batchId: 0,
  ruleId: 0,
  status: 'ACTIVE',
  version: 4,
  ...more,
});

function planned(request: SubsidyGrantRequest, purses = [main()], openFrom = ''): Plan {
  const state = { purses, counters: [], ruleUse: [], originals: new Map(), holds: new Map() };
  const made = plan(state, request, { recordedAtMs: noon + 500, openFrom, nextId: () => nextId++ });
  if (isRefusal(made)) throw new Error(made.code);
  return made;
}

const grant = (more: Partial<SubsidyGrantRequest> = {}) =>
  ask('SUBSIDY_GRANT', person, { amountFen: 20_000, batchId: 9, ...more }) as SubsidyGrantRequest;

const cases: [string, SubsidyGrantRequest, PurseRow[]?, string?][] = [
  ['a lot of a batch', grant()],
  [
    'with a rule, a last day, a hand and a document behind it',
    grant({
      ruleId: 4,
      expiresOn: '2027-12-31',
      spendOrder: 6,
      operatorId: 3,
      reason: '十一月“餐补” \\ {1}',
      sourceType: 'subsidy_batch',
      sourceId: 9,
    }),
  ],
  ['a lot of no batch', grant({ batchId: 0, expiresOn: '2027-12-31' })],
  ['to a frozen account', grant(), [main({ status: 'FROZEN' })]],
  ['late', grant({ occurredAt: noon - 40 * 24 * 60 * minuteMs }), [main()], '2026-11-01'],
];

describe('written both ways', () => {
  test.each(cases)(
    '%s: posting, lines and the digest of the day are the same',
    async (_, request, purses, openFrom) => {
      await b.database.pool.query(`select wallet_ensure_month('2026-11-20')`);
      const connection = new HotConnection(b.database.connectionConfig);
      const client = await connection.client();
      const made = planned(request, purses, openFrom);
      const lot = lotGranted(made);
      const { businessDate, id } = made.posting ?? { businessDate: '', id: 0 };
      const read = async (written: Plan) => {
        await sendAll(client, [
          begin,
          ...writeState(organizationId, noon + 500, [written], connection.desk),
          ...writeHistory(organizationId, [{ plan: written, plain: undefined }], connection.desk),
        ]);
        const rows = async (text: string) => (await client.query(text)).rows as Record<string, unknown>[];
        const [own] = await rows(`select count(*)::int as n from posting_row where id = ${id}`);
        const books = [
          await rows(`select * from posting where id = ${id}`),
          await rows(`select * from ledger_entry where posting_id = ${id} order by line_no`),
          await rows(`select * from wallet_day_digest(${organizationId}, '${businessDate}')`),
        ];
        const lots = await rows(`select * from wallet where id = ${lot?.id}`);
        await sendAll(client, [rollback]);
        return { books, lots, ownRows: own?.n };
      };
      const asGrant = await read(made);
      // Without its lot it is no plain grant any more.
      const asRows = await read({ ...made, purses: [] });
      expect([asGrant.ownRows, asRows.ownRows]).toEqual([0, 1]);
      expect(asGrant.books).toEqual(asRows.books);
      expect(asRows.books[1]).toHaveLength(2);
      expect(asGrant.lots).toMatchObject([
        {
          person_id: person,
          kind: 'SUBSIDY',
          balance_fen: 20_000,
          held_fen: 0,
          floor_fen: 0,
          version: 1,
          batch_id: lot?.batchId,
          rule_id: lot?.ruleId,
          expires_on: lot?.expiresOn,
          spend_order: lot?.spendOrder,
          status: lot?.status,
          opened_at: '2026-11-20T12:00:00.500+08:00',
        },
      ]);
      await connection.close();
    },
  );

  test('what one row could not say is no plain grant', () => {
    expect(lotGranted(planned(grant({ batchId: 0 })))).toBeUndefined();
    expect(lotGranted(planned(grant({ purse: 'COUNT', amountFen: 5 })))).toBeUndefined();
    expect(lotGranted(planned(grant({ purse: 'GIFT' })))).toBeUndefined();
    const paidIn = planned(ask('DEPOSIT', person, { amountFen: 5 }) as never);
    expect(lotGranted(paidIn)).toBeUndefined();
  });
});

describe('a grant told again', () => {
  test('gets the answer it got, whatever became of the lot; with another meaning it is refused', async () => {
    const [mine = 0, other = 0] = await b.people(2);
    const request = ask('SUBSIDY_GRANT', mine, { amountFen: 500, batchId: 77, expiresOn: '2027-12-31' });
    const first = posted(await b.wallet.submit(request));
    posted(
      await b.wallet.submit(
        ask('REVERSE', mine, { originalPostingId: first.postingId, amountFen: 200, reason: '发多了' }),
      ),
    );
    // What was in the purses then is not kept of a grant.
    expect(posted(await b.wallet.submit(request))).toEqual({ ...first, balances: {}, replayed: true });
    for (const wrong of [{ amountFen: 501 }, { batchId: 78 }, { expiresOn: '2027-12-30' }, { personId: other }])
      expect(codeOf(await b.wallet.submit({ ...request, ...wrong }))).toBe('IDEMPOTENCY_MISMATCH');
    const refused = ask('SUBSIDY_GRANT', mine, { amountFen: 500, batchId: 77, expiresOn: '2020-01-01' });
    expect(codeOf(await b.wallet.submit(refused))).toBe('LOT_EXPIRED');
    const { rows } = await b.database.pool.query<{ key: string }>(
      'select request_key as key from money_request where request_key = any($1)',
      [[request.requestKey, refused.requestKey]],
    );
    expect(rows).toEqual([{ key: refused.requestKey }]);
    const keys = [request.requestKey, refused.requestKey, 'never:asked'];
    expect(await answeredKeys(b.database.pool, organizationId, keys)).toEqual(
      new Map([
        [request.requestKey, first.postingId],
        [refused.requestKey, null],
      ]),
    );
  });

  test('is refused to a server that knows of stored answers alone', async () => {
    const [mine = 0] = await b.people(1);
    const request = ask('SUBSIDY_GRANT', mine, { amountFen: 500, batchId: 79 });
    posted(await b.wallet.submit(request));
    await expect(
      b.database.pool.query(
        `insert into money_request (organization_id, request_key, kind, person_id, fingerprint, answer, recorded_at)
         values ($1, $2, 'SUBSIDY_GRANT', $3, '', '{}', now())`,
        [organizationId, request.requestKey, mine],
      ),
    ).rejects.toMatchObject({ code: '23505' });
  });
});
