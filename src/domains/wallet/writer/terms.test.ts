/** Terms many swipes share are written down once; read back, a trade's trace is whole whichever way it was written. */
import { expect, test } from 'vitest';
import { ask, bench, consume, organizationId, posted } from '../../../../tests/money/support.ts';
import type { ConsumeRequest } from '../types.ts';
import { termsOf } from './terms.ts';

const b = bench();
let lastId = 700_000;
const ids = { next: async () => ++lastId };
const trace = { ruleId: 7, nth: 1, firstFen: 700, fen: 700 };
const limits = { dayMaxFen: 5_000, repeatIntervalSec: 10 };
const fixed: Partial<ConsumeRequest> = {
  price: () => ({ originFen: 700, discountFen: 0, amountFen: 700, limits, trace, common: true }),
};

interface Kept {
  kept: Record<string, unknown>;
  whole: Record<string, unknown>;
}
async function traceOf(tradeId: number | undefined): Promise<Kept> {
  const { rows } = await b.database.pool.query<Kept>(
    `select rule_trace as kept, trade_trace(organization_id, rule_trace) as whole from trade where organization_id = $1 and id = $2`,
    [organizationId, tradeId],
  );
  return rows[0]!;
}
const written = async () => (await b.database.pool.query('select terms from trade_terms')).rows;

test('the first swipe keeps its own copy, later ones name the terms; each reads the same but for what it had before', async () => {
  const [mine = 0] = await b.people(1);
  posted(await b.wallet.submit(ask('RECHARGE', mine, { channel: 'CASH', amountFen: 5_000 })));
  const first = await traceOf(posted(await b.wallet.submit(consume(mine, 700, fixed))).tradeId);
  expect(first.kept).toEqual({ price: trace, limits, counters: [0, 0, 0, 0] });
  expect(first.whole).toEqual(first.kept);
  await expect.poll(written).toEqual([{ terms: { price: trace, limits } }]);
  const later = await traceOf(posted(await b.wallet.submit(consume(mine, 700, fixed))).tradeId);
  expect(later.kept).toMatchObject({ t: expect.any(Number), counters: [1, 700, 1, 700] });
  expect(Object.keys(later.kept)).not.toContain('price');
  expect(later.whole).toEqual({ ...later.kept, t: undefined, price: trace, limits });
  const own = await traceOf(posted(await b.wallet.submit(consume(mine, 300))).tradeId);
  expect(own.kept.t).toBeUndefined();
  expect(await written()).toHaveLength(1);
});

test('two writers give the same terms one number, of each unit its own', async () => {
  const [one, other] = [termsOf(b.database.pool, ids), termsOf(b.database.pool, ids)];
  const text = '{"price":{"ruleId":8}}';
  for (const terms of [one, other]) expect(terms.idOf(organizationId, text)).toBeUndefined();
  expect(one.idOf(organizationId + 1, text)).toBeUndefined();
  await Promise.all([one.close(), other.close()]);
  const id = one.idOf(organizationId, text);
  expect(id).toEqual(expect.any(Number));
  expect(other.idOf(organizationId, text)).toBe(id);
  expect(one.idOf(organizationId + 1, text)).not.toBe(id);
});

test('what could not be written down is tried again', async () => {
  let down = true;
  const terms = termsOf(
    {
      query: async (text, values) => {
        if (down) throw new Error('away');
        return b.database.pool.query(text, values);
      },
    },
    ids,
  );
  const text = '{"price":{"ruleId":9}}';
  expect(terms.idOf(organizationId, text)).toBeUndefined();
  await terms.close();
  down = false;
  expect(terms.idOf(organizationId, text)).toBeUndefined();
  await terms.close();
  expect(terms.idOf(organizationId, text)).toEqual(expect.any(Number));
});
