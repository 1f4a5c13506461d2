/** 押款: two people hold an amount of a unit back and give it free; the rest stays at its disposal. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestApp } from '../../../../tests/support/server.ts';
import { demoPassword } from '../../identity/public.server.ts';
import { checkUnitInvariants } from '../ledger/invariants.ts';
import { endow } from '../testing.ts';

let app: TestApp;
let contractorId = 0;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  app = await startTestServer();
  for (const who of ['platform', 'pt-fuhe', 'contractor']) tokens[who] = await app.login(who);
  const { rows } = await app.services.pool.query<{ id: number }>(
    `select unit_id as id from employee e join account a on a.id = e.account_id where a.login_name = 'contractor'`,
  );
  contractorId = rows[0]!.id;
  await endow(app.services, { unitType: 'CONTRACTOR', unitId: contractorId, purse: 'AVAILABLE' }, 50_000);
});
afterAll(() => app?.stop());

const witness = { account: 'pt-fuhe', password: demoPassword };
const call = async (who: string, path: string, verb: string, body: object = {}) =>
  (await app.post(path, verb, body, tokens[who])).body as unknown as {
    errorcode: number;
    data: { rows: Record<string, unknown>[]; lines: string[][]; amountFen: number; held: string[]; frozenFen: number };
  };
const wallets = '/admin/platform/wallet_balance';
const press = (amountFen: number, more: object = { witness }) =>
  call('platform', wallets, 'hold', { id: contractorId, amountFen, reason: '收款账户存疑', ...more });
const told = async () => (await call('contractor', '/admin/contractor/money', 'figures')).data;
const purse = async (name: string) =>
  (
    await app.services.pool.query<{ fen: number }>(
      `select balance_fen as fen from unit_wallet where unit_type = 'CONTRACTOR' and unit_id = $1 and purse = $2`,
      [contractorId, name],
    )
  ).rows[0]?.fen ?? 0;

test('held by two, told to the unit, no more than is free; released by two, once', async () => {
  const [free, frozen] = [await purse('AVAILABLE'), await purse('FROZEN')];
  const before = await told();
  expect((await press(20_000, {})).errorcode).not.toBe(0);
  expect((await press(20_000, { witness: { ...witness, account: 'platform' } })).errorcode).not.toBe(0);
  const said = await call('platform', wallets, 'outcome', { action: 'hold', id: contractorId, amountFen: 20_000 });
  expect(said.data.amountFen).toBe(20_000);
  expect(said.data.lines[0]![0]).toBe('可提现');
  expect(await press(20_000)).toMatchObject({ errorcode: 0 });
  expect([await purse('AVAILABLE'), await purse('FROZEN')]).toEqual([free - 20_000, frozen + 20_000]);
  expect((await told()).held).toHaveLength(before.held.length + 1);
  expect((await told()).held.at(-1)).toMatch(/200\.00 元：收款账户存疑/);
  expect(await press(free)).toMatchObject({ errorcode: 3572 });
  expect(await checkUnitInvariants(app.services.pool)).toEqual([]);

  const held = `${wallets}/held`;
  const [row] = (await call('platform', held, 'query', { search: { status: ['HELD'] }, sort: '-createdAt' })).data.rows;
  expect(row).toMatchObject({ amountFen: 20_000, reason: '收款账户存疑' });
  const release = (more: object) => call('platform', held, 'release', { id: row!.id, reason: '已查清', ...more });
  expect((await release({})).errorcode).not.toBe(0);
  const pressed = await Promise.all([1, 2, 3].map(() => release({ witness })));
  expect(pressed.filter(({ errorcode }) => errorcode === 0)).toHaveLength(1);
  expect([await purse('AVAILABLE'), await purse('FROZEN')]).toEqual([free, frozen]);
  const [done] = (await call('platform', held, 'query', { search: { keyword: row!.holdNo } })).data.rows;
  expect(done).toMatchObject({ status: 'RELEASED', checkNote: '已查清', checkedAt: expect.any(String) });
  expect((await told()).held).toHaveLength(before.held.length);
  expect(await checkUnitInvariants(app.services.pool)).toEqual([]);
});
