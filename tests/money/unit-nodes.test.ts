/**
 * Two nodes at the same work of the unit side, one killed amid it with its transaction open: the other finishes, nothing is there
 * twice, nothing is missing, and all rules between units hold. One kind of work after the other (units.md §9).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openAnnualFees } from '../../src/domains/billing/public.server.ts';
import { billLines, lockMonths, matchOpenBills, wechatBill } from '../../src/domains/clearing/testing.ts';
import { type ConsumptionBench, consumptionBench } from '../../src/domains/consumption/testing.ts';
import { runUnitInvariants } from '../../src/domains/settlement/public.server.ts';
import { endow, settleAll } from '../../src/domains/settlement/testing.ts';
import { addDays, dateAt, isoAt } from '../../src/kit/server/clock.ts';
import type { NodeOrder, NodeWork, Piece } from './unit-node-child.ts';

const dayMs = 86_400_000;
let folder: string;
let bench: ConsumptionBench;
let nodes = 0;

interface Node {
  child: ChildProcess;
  lines: Interface;
  said: AsyncIterator<string>;
}
let node: Node | undefined;

/** A node that waits for work; the same one until it is killed. */
async function nodeReady(): Promise<Node> {
  if (node) return node;
  nodes += 1;
  const order: NodeOrder = {
    connectionString: bench.app.connectionString,
    filesDir: join(folder, 'files'),
    dataDir: join(folder, `node-${nodes}`),
  };
  const script = fileURLToPath(new URL('./unit-node-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(order)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout! });
  const said = lines[Symbol.asyncIterator]();
  expect(await said.next()).toMatchObject({ value: 'ready' });
  node = { child, lines, said };
  return node;
}

async function kill({ child, lines }: Node): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
  lines.close();
  node = undefined;
}

/** The piece at the other node until it stands amid it, `own` here meanwhile, and the other killed. */
async function amid(piece: Piece, stopAt: readonly string[], own: () => Promise<unknown>): Promise<void> {
  const other = await nodeReady();
  const order: NodeWork = { ...piece, nowMs: bench.app.clock.now(), stopAt };
  other.child.stdin!.write(`${JSON.stringify(order)}\n`);
  expect(await other.said.next()).toMatchObject({ value: 'amid' });
  const finished = own();
  await sleep(100);
  await kill(other);
  await finished;
}

const rows = async <T extends object = { n: number }>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await bench.app.services.pool.query<T>(sql, values)).rows;
const platform = async (page: string, verb: string, body: object, account = 'platform') => {
  const answer = await bench.app.post(`/admin/platform/${page}`, verb, body, await bench.app.login(account));
  expect([verb, answer.body.errormsg]).toEqual([verb, '']);
  return answer.body.data as Record<string, unknown>;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onecard-unit-nodes-'));
  bench = await consumptionBench({}, { FILES_DIR: join(folder, 'files') });
  await settleAll(bench.app.services);
}, 240_000);
afterAll(async () => {
  if (node) await kill(node);
  await bench?.app.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await settleAll(bench.app.services);
  expect(await runUnitInvariants(bench.app.services)).toEqual([]);
});

/** A day with meals and a payment by a channel, and the morning after it. */
async function aDay(): Promise<string> {
  const { clock } = bench.app;
  const day = dateAt(clock.now());
  for (const diner of bench.diners.slice(0, 4)) {
    await bench.pay(diner.id, 1_300);
    await bench.eat(diner, 1_234);
  }
  const online = { personId: bench.diners[0]!.id, amountFen: 12_345, channel: 'WECHAT' };
  const made = await bench.school<{ id: number }>('recharge', 'pay_code', online);
  await bench.school('recharge', 'sandbox_pay', { id: made.data.id });
  clock.set(clock.now() + dayMs);
  return day;
}

const dayOnce = async (day: string) => {
  const found = await rows<{ n: number; own: number }>(
    `select count(*)::int as n, count(distinct (contract_id, business_date))::int as own from settle_day
     where organization_id = $1 and business_date = $2`,
    [bench.organizationId, day],
  );
  expect(found[0]!.n).toBeGreaterThan(0);
  expect(found[0]!.n).toBe(found[0]!.own);
};

test('contract days', async () => {
  const day = await aDay();
  const { services } = bench.app;
  await amid({ do: 'settle' }, ['insert into settle_day'], () => settleAll(services));
  await dayOnce(day);
  const before = await rows('select count(*)::int as n from unit_posting');
  await settleAll(services);
  expect(await rows('select count(*)::int as n from unit_posting')).toEqual(before);
});

test('fees of channels', async () => {
  const day = await aDay();
  // As the channel's bill of the day says it.
  const kept = await rows(
    `update recharge_order set fee_fen = 74 where organization_id = $1 and business_date = $2 and channel = 'WECHAT' returning id`,
    [bench.organizationId, day],
  );
  expect(kept).toHaveLength(1);
  await amid({ do: 'settle' }, ['insert into unit_posting', '"FEE"'], () => settleAll(bench.app.services));
  await dayOnce(day);
  expect(
    await rows(
      `select count(*)::int as n, sum(e.amount_fen)::int as fen from unit_posting p join unit_entry e on e.posting_id = p.id and e.account = 'unit'
       where p.organization_id = $1 and p.bucket_date = $2 and p.kind = 'FEE'`,
      [bench.organizationId, day],
    ),
  ).toEqual([{ n: 1, fen: -74 }]);
});

test('statements', async () => {
  const upTo = await aDay();
  await settleAll(bench.app.services);
  const token = await bench.app.login('platform');
  const body = { organizationId: bench.organizationId, upTo, note: '终端未开机' };
  const page = '/admin/platform/settlement';
  const own = () => platform('settlement', 'generate', body);
  await amid({ do: 'command', page, verb: 'generate', body, token }, ['insert into unit_statement '], own);
  const stated = await rows<{ day: string; lines: number }>(
    `select d.business_date::text as day, count(l.id) filter (where l.kind = 'DAY')::int as lines
     from settle_day d left join unit_statement_line l on l.organization_id = d.organization_id and l.contract_id = d.contract_id
       and l.business_date = d.business_date
     where d.organization_id = $1 and d.contract_id <> 0 and d.business_date <= $2 group by d.contract_id, d.business_date`,
    [bench.organizationId, upTo],
  );
  expect(stated.length).toBeGreaterThan(2);
  expect(stated.filter(({ lines }) => lines !== 1)).toEqual([]);
});

test('reconciliation: a bill is taken, what only the channel has is opened and parked once', async () => {
  const day = await aDay();
  const { services, origin } = bench.app;
  const lines = await billLines(bench.app, 'WECHAT', day);
  const stranger = { ...lines[0]!, outTradeNo: 'NOBODY1', channelNo: 'SBNOBODY1', amount: '7.77' };
  const token = await bench.app.login('platform');
  const form = new FormData();
  form.append('file', new File([wechatBill([...lines, stranger])], '账单.csv'));
  const sent = await fetch(`${origin}/api/upload?purpose=bill`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { data } = (await sent.json()) as { data: { key: string } };
  const body = { fileKey: data.key };
  const page = '/admin/platform/merchant_bill';
  await amid({ do: 'command', page, verb: 'take', body, token }, ['into abnormal_trade'], () =>
    matchOpenBills(services),
  );
  // Dropped again by whoever saw the first try die.
  await platform('merchant_bill', 'take', body);
  expect(
    await rows(
      `select kind, count(*)::int as n, sum(parked_fen)::int as parked from abnormal_trade where channel_no = 'SBNOBODY1' group by 1`,
    ),
  ).toEqual([{ kind: 'ORPHAN', n: 1, parked: 777 }]);
  expect(
    await rows(
      `select count(*)::int as n from merchant_bill where day = $1 and channel = 'WECHAT' and current and matched_at is not null`,
      [day],
    ),
  ).toEqual([{ n: 1 }]);
});

test('payouts', async () => {
  const { services, clock } = bench.app;
  const [unit] = await rows<{ id: number }>(
    `select e.unit_id as id from employee e join account a on a.id = e.account_id where a.login_name = 'contractor'`,
  );
  await endow(services, { unitType: 'CONTRACTOR', unitId: unit!.id, purse: 'AVAILABLE' }, 900_000);
  clock.set(clock.now() + 4 * dayMs);
  const [bank] = await rows<{ id: number }>(
    `select id from unit_bank_account where unit_type = 'CONTRACTOR' and unit_id = $1 and status in ('COOLING', 'ACTIVE') order by id limit 1`,
    [unit!.id],
  );
  const ids: number[] = [];
  for (const amountFen of [10_000, 20_000, 30_000]) {
    const who = await bench.app.login('contractor');
    const made = await bench.app.post(
      '/admin/contractor/withdrawal',
      'create',
      { amountFen, bankAccountId: bank!.id },
      who,
    );
    expect(made.body.errormsg).toBe('');
    const { id } = made.body.data as { id: number };
    await platform('transfer_accounts', 'check', { id });
    await platform('transfer_accounts', 'approve', { id }, 'pt-fuhe');
    ids.push(id);
  }
  const token = await bench.app.login('pt-chuna');
  const body = { ids, format: 'CSV_UTF8', sure: true };
  const page = '/admin/platform/transfer_accounts';
  await amid({ do: 'command', page, verb: 'payout', body, token }, ['insert into unit_transfer'], () =>
    platform('transfer_accounts', 'payout', body, 'pt-chuna'),
  );
  expect(
    await rows(
      `select count(*)::int as n, count(distinct payout_id)::int as files, count(distinct withdrawal_id)::int as own
       from unit_transfer where withdrawal_id = any($1)`,
      [ids],
    ),
  ).toEqual([{ n: 3, files: 1, own: 3 }]);
  expect(await rows('select distinct status from unit_withdrawal where id = any($1)', [ids])).toEqual([
    { status: 'PAYING' },
  ]);
});

test('packs of months', async () => {
  const { services, clock } = bench.app;
  const month = `${dateAt(clock.now()).slice(0, 7)}-01`;
  const made = await rows<{ id: number }>(
    `insert into unit_month (organization_id, id, month, status, created_at)
     select $1, 9100000 + g, ($2::date - make_interval(months => g))::date, 'APPROVED', $3 from generate_series(7, 8) g returning id`,
    [bench.organizationId, month, isoAt(clock.now())],
  );
  const ids = made.map(({ id }) => id);
  const who = { accountId: 1, name: '平审核' };
  await amid({ do: 'lock', ids }, ['into month_pack'], () => lockMonths(services, ids, who));
  expect(await lockMonths(services, ids, who)).toEqual([]);
  const packs = await rows<{ seq: number; previous_hash: string; pack_hash: string; key: string }>(
    'select seq, previous_hash, pack_hash, file_key as key from month_pack order by seq',
  );
  expect(packs).toHaveLength(2);
  expect(packs[1]!.previous_hash).toBe(packs[0]!.pack_hash);
  for (const { key } of packs) {
    const stored = await services.files.get(key);
    stored?.stream.destroy();
    expect(stored).toBeDefined();
  }
  expect(await rows('select distinct status from unit_month where id = any($1)', [ids])).toEqual([
    { status: 'LOCKED' },
  ]);
});

test('annual fees', async () => {
  const { services } = bench.app;
  await services.pool.query(`update application set status = 'NORMAL', price_year_fen = 200000 where base`);
  await services.pool.query(`update organization set expire_at = $1`, [addDays(dateAt(bench.app.clock.now()), 20)]);
  const waiting = `select unit_type, unit_id, application_id, count(*)::int as n from subscription_order where status = 'WAITING' group by 1, 2, 3`;
  const before = await rows(waiting);
  await amid({ do: 'fees' }, ['insert into unit_bill'], () => openAnnualFees(services));
  expect(await openAnnualFees(services)).toBe(0);
  const after = await rows<{ n: number }>(waiting);
  expect(after.length).toBeGreaterThan(before.length);
  expect(after.filter(({ n }) => n !== 1)).toEqual([]);
  expect(
    await rows(
      `select o.id from subscription_order o left join unit_bill b on b.document_id = o.id and b.document_type = 'SUBSCRIPTION_ORDER' and b.status <> 'VOID'
       where o.status = 'WAITING' group by o.id having count(b.id) <> 1`,
    ),
  ).toEqual([]);
});
