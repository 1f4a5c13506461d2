/** 备付 follows the diners' online money by difference, and its pages show each unit its own. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { type ConsumptionBench, consumptionBench } from '../../consumption/testing.ts';
import { demoPassword } from '../../identity/public.server.ts';
import { hold } from '../ledger/holds.ts';
import { checkUnitInvariants } from '../ledger/invariants.ts';
import { runUnitInvariants } from '../ledger/run-unit-invariants.ts';
import { settleAll, settleOrganization } from '../settle-all.ts';
import { onlineOpen, onlineUnspent } from './online-money.ts';

let bench: ConsumptionBench;
beforeAll(async () => {
  bench = await consumptionBench();
  await settleAll(bench.app.services);
});
afterAll(() => bench?.app.stop());

const services = () => bench.app.services;
const float = async () =>
  (
    await services().pool.query<{ fen: number }>(
      `select balance_fen as fen from unit_wallet where unit_type = 'ORGANIZATION' and unit_id = $1 and purse = 'FLOAT'`,
      [bench.organizationId],
    )
  ).rows[0]!.fen;
const settle = () => settleOrganization(services(), bench.organizationId);
const recharge = async (amountFen: number, channelNo: string) => {
  const answer = await bench.school('recharge', 'create', {
    personId: bench.diners[0]!.id,
    amountFen,
    channel: 'WECHAT',
    channelNo,
  });
  expect(answer.errorcode).toBe(0);
};

test('what came in, what went back and what contracts were paid is posted once, however often it is looked at', async () => {
  const { rows } = await services().pool.query<{ fen: number }>(
    `select ((select coalesce(sum(amount_fen), 0) from recharge_order where organization_id = $1 and channel in ('WECHAT', 'ALIPAY')
         and status in ('CREDITED', 'PART_REFUNDED', 'REFUNDED'))
       - (select coalesce(sum(amount_fen), 0) from refund_order where organization_id = $1 and way = 'ORIGINAL' and status = 'SUCCESS')
       - (select coalesce(sum(funded_main_fen), 0) from settle_day where organization_id = $1))::bigint as fen`,
    [bench.organizationId],
  );
  expect(rows[0]!.fen).toBeGreaterThan(0);
  expect(await float()).toBe(rows[0]!.fen);
  expect(await settle()).toBe(0);
  expect(await checkUnitInvariants(services().pool)).toEqual([]);
});

test('a further recharge of a day posts its part alone, under its own day', async () => {
  const before = await float();
  await recharge(12_300, 'wx-1');
  expect((await checkUnitInvariants(services().pool)).map(({ rule }) => rule)).toEqual(['U6']);
  expect(await settle()).toBe(1);
  await recharge(700, 'wx-2');
  expect(await settle()).toBe(1);
  expect(await float()).toBe(before + 13_000);
  const { rows } = await services().pool.query<{ fen: number }>(
    `select e.amount_fen as fen from unit_entry e join unit_posting p on p.id = e.posting_id
     where p.organization_id = $1 and p.bucket_date = $2 and e.purse = 'FLOAT' order by e.wallet_version desc limit 2`,
    [bench.organizationId, bench.today],
  );
  expect(rows.map(({ fen }) => fen)).toEqual([700, 12_300]);
});

test('two nodes at once post it once', async () => {
  const before = await float();
  await recharge(500, 'wx-3');
  await Promise.all([settle(), settle(), settle()]);
  expect(await float()).toBe(before + 500);
  expect(await onlineOpen(services().pool, bench.organizationId, '2000-01-01')).toEqual([]);
});

test('what could be sent back is as much as refunds would plan, and never more than 备付', async () => {
  const before = await onlineUnspent(services().pool, bench.organizationId);
  await recharge(900, 'wx-4');
  // Not on the books between units yet: 备付 is behind by as much as is open.
  expect(await onlineUnspent(services().pool, bench.organizationId)).toBe(before + 900);
  await settle();
  await bench.eat(bench.diners[0]!, 300);
  const after = await onlineUnspent(services().pool, bench.organizationId);
  expect(after).toBeLessThanOrEqual(before + 900);
  expect(await float()).toBeGreaterThanOrEqual(after);
});

interface Listed {
  rows: Record<string, unknown>[];
  notice?: { tone: string; text: string } | null;
}
const open = async (account: 'school' | 'contractor' | 'platform', path: string) => {
  const { body } = await bench.app.post(`/admin/${path}`, 'query', { size: 100 }, await bench.app.login(account));
  expect(body.errorcode).toBe(0);
  return body.data as Listed;
};

test('the platform sees every unit, proven as it is read; a unit sees its own entries alone', async () => {
  const all = await open('platform', 'platform/wallet_balance');
  const own = all.rows.find((row) => row.id === bench.organizationId)!;
  expect(own).toMatchObject({ floatFen: await float(), proof: 'OK' });
  const { floatFen, pendingFen, availableFen, frozenFen } = own as Record<string, number>;
  expect(own.totalFen).toBe(floatFen! + pendingFen! + availableFen! + frozenFen!);
  const mine = await open('school', 'organization/money_record');
  expect(mine.rows.length).toBeGreaterThan(0);
  expect(mine.rows[0]).toMatchObject({ purse: 'FLOAT', balanceAfterFen: await float() });
  const theirs = await open('contractor', 'contractor/money_record');
  expect(theirs.rows.map((row) => row.purse)).not.toContain('FLOAT');
  expect(theirs.rows.filter((row) => mine.rows.some(({ id }) => id === row.id))).toEqual([]);
  await services().pool.query(
    `update unit_wallet set version = version + 1 where unit_type = 'ORGANIZATION' and unit_id = $1`,
    [bench.organizationId],
  );
  const broken = await open('platform', 'platform/wallet_balance');
  expect(broken.rows.find((row) => row.id === bench.organizationId)).toMatchObject({ proof: 'BREAK' });
  expect(new Set((await checkUnitInvariants(services().pool)).map(({ rule }) => rule))).toEqual(new Set(['U3']));
  await services().pool.query(
    `update unit_wallet set version = version - 1 where unit_type = 'ORGANIZATION' and unit_id = $1`,
    [bench.organizationId],
  );
});

test('a wallet the platform froze gives nothing, says so to its unit, and is free again when two say so', async () => {
  const path = '/admin/platform/wallet_balance';
  const platform = await bench.app.login('platform');
  const press = (verb: string, second?: string) =>
    bench.app.post(
      path,
      verb,
      {
        id: bench.organizationId,
        reason: '营业执照存疑',
        ...(second && { witness: { account: second, password: demoPassword } }),
      },
      platform,
    );
  const stopped = async () =>
    (await bench.app.post('/admin/organization/money', 'figures', {}, await bench.app.login('school'))).body as {
      data: { stopped: boolean };
    };
  expect((await press('freeze')).body.errorcode).not.toBe(0);
  expect((await press('freeze', 'pt-fuhe')).body).toMatchObject({ errorcode: 0 });
  expect((await press('freeze', 'pt-fuhe')).body.errorcode).not.toBe(0);
  expect((await stopped()).data.stopped).toBe(true);
  const listed = await open('platform', 'platform/wallet_balance');
  expect(listed.rows.filter((row) => row.status === 'FROZEN').map(({ id }) => id)).toEqual([bench.organizationId]);
  // Whoever asks the door rolls back on its refusal.
  const held = inTransaction(services().pool, async (tx) => {
    throw await hold(services(), tx, {
      unitType: 'ORGANIZATION',
      unitId: bench.organizationId,
      amountFen: 1,
      document: { type: 'RISK', id: 1 },
      operatorId: 0,
      reason: '',
    });
  });
  await expect(held).rejects.toMatchObject({ code: 'UNIT_WALLET_FROZEN' });
  await recharge(700, 'wx-frozen');
  await settle();
  expect((await press('thaw', 'pt-fuhe')).body).toMatchObject({ errorcode: 0 });
  expect((await stopped()).data.stopped).toBe(false);
  expect(await checkUnitInvariants(services().pool)).toEqual([]);
});

test('the kept proof does not call broken what the next hour books, and does what two hours have not', async () => {
  const rules = async () => (await runUnitInvariants(services())).map(({ rule }) => rule);
  await settle();
  await recharge(600, 'wx-5');
  expect(await rules()).toEqual([]);
  bench.app.clock.set(bench.app.clock.now() + 3 * 3_600_000);
  expect(await rules()).toEqual(['U6']);
  await settle();
  expect(await rules()).toEqual([]);
});
