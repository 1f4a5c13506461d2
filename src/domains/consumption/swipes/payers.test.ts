/** Who was looked up once is not looked up again, and nobody is charged by what has changed since. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { type PeopleBench, peopleBench } from '../../people/testing.ts';
import { units } from '../../tenancy/testing.ts';
import { payerLookup } from './payers.ts';
import { type SwipeDeps, swipe } from './swipe.ts';
import { openTill, tillDeps } from './testing.ts';

const site = 701;
const organizationId = units.organization;
const noon = Date.parse('2026-11-20T12:00:00+08:00');
let bench: PeopleBench;
let deps: SwipeDeps;
let lookUps = 0;
let turn = 0;
let personId: number;

beforeAll(async () => {
  bench = await peopleBench();
  personId = await openTill(bench, [[site, '窗口']], [[711, '午餐', '10:30', '13:30']]);
  const payers = payerLookup(bench.database.pool);
  deps = tillDeps(bench, {
    find: (key) => {
      lookUps += 1;
      return payers.find(key);
    },
    recall: payers.recall,
  });
});
afterAll(() => bench?.close());

/** The code a swipe of the card is refused with, or POSTED; and how many look-ups that took. */
async function eat(cardNo = 'K001'): Promise<[string, number]> {
  const before = lookUps;
  const { outcome } = await swipe(
    deps,
    { organizationId, deviceId: 1, deploySiteId: site },
    { requestKey: `eat:${++turn}`, cardNo, mode: 'AMOUNT', amountFen: 500 + turn, identify: 'CARD', occurredAt: noon },
  );
  return [isRefusal(outcome) ? outcome.code : 'POSTED', lookUps - before];
}
const change = (text: string, ...values: unknown[]) =>
  bench.database.pool.query(text, [organizationId, personId, ...values]);
const card = 'update card set status = $3 where organization_id = $1 and person_id = $2';

test('once found a payer is not looked up again', async () => {
  expect(await eat()).toEqual(['POSTED', 1]);
  expect(await eat()).toEqual(['POSTED', 0]);
  expect(await eat()).toEqual(['POSTED', 0]);
});

test('a card reported lost is refused at once, and taken at once when it is found', async () => {
  await change(card, 'LOST');
  expect(await eat()).toEqual(['CARD_LOST', 1]);
  await change(card, 'NORMAL');
  expect(await eat()).toEqual(['POSTED', 1]);
  expect(await eat()).toEqual(['POSTED', 0]);
});

test('an account that has run out by its date is refused, and not once it is prolonged', async () => {
  const until = 'update person set valid_end = $3::date where organization_id = $1 and id = $2';
  await change(until, '2026-11-01');
  expect(await eat()).toEqual(['EXPIRED', 1]);
  await change(until, null);
  expect((await eat())[0]).toBe('POSTED');
});

test('who moved to another department is booked in it', async () => {
  const { rows } = await bench.database.pool.query<{ id: number }>(
    `insert into department (organization_id, id, above, name, created_at, updated_at) values ($1, 8001, '{}', '初二', now(), now()) returning id`,
    [organizationId],
  );
  await eat();
  await change('update person set department_id = $3 where organization_id = $1 and id = $2', rows[0]!.id);
  expect(await eat()).toEqual(['POSTED', 1]);
  const { rows: trades } = await change(
    'select department_id as id from trade where organization_id = $1 and person_id = $2 order by id desc limit 1',
  );
  expect(trades).toEqual(rows);
});

test('a number that went to somebody else is charged to them', async () => {
  await eat();
  const other = await bench.open({ name: '林二', jobNumber: 'S002', cardNo: 'K002' });
  await change("update card set card_no = 'K009' where organization_id = $1 and person_id = $2");
  await bench.database.pool.query("update card set card_no = 'K001' where organization_id = $1 and person_id = $2", [
    organizationId,
    other,
  ]);
  expect((await eat())[0]).toBe('INSUFFICIENT_BALANCE');
  expect((await eat('K009'))[0]).toBe('POSTED');
});

test('what a swipe is not decided by keeps the payers', async () => {
  await eat('K009');
  await change("update person set phone = '13900000000', version = version + 1 where organization_id = $1 and id = $2");
  expect(await eat('K009')).toEqual(['POSTED', 0]);
});
