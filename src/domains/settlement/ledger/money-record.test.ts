/** 资金流水: every entry opens what it came from, for each who sees it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areaOf, type Drill } from '../../../kit/define/page.ts';
import { type ConsumptionBench, consumptionBench } from '../../consumption/testing.ts';
import { settleAll } from '../settle-all.ts';
import spec from './pages/money_record.page.ts';

let bench: ConsumptionBench;
beforeAll(async () => {
  bench = await consumptionBench();
  await settleAll(bench.app.services);
});
afterAll(() => bench?.app.stop());

type Row = Record<string, unknown>;

async function rowsAt(account: string, path: string, search: object): Promise<{ rows: Row[]; total: number }> {
  const { status, body } = await bench.app.post(path, 'query', { size: 500, search }, await bench.app.login(account));
  expect([path, status, body.errorcode]).toEqual([path, 200, 0]);
  return body.data as { rows: Row[]; total: number };
}

const drills = spec.list!.drills!;
/** Where the drill of a row leads on the pages of the account's area. */
const leadsTo = (drill: Drill, row: Row, page: string) => ({
  path: (drill.path as (one: Row) => string)(row).replace('/organization/', `/${areaOf(page)}/`),
  // What is asked unfiltered is not sent.
  search: Object.fromEntries(Object.entries(drill.search(row, {})).filter(([, value]) => value !== null)),
});

test.each([
  ['school', '/admin/organization/money_record', ['CONTRACT_DAY', 'HOLD', 'ONLINE_IN', 'RELEASE', 'RELEASE_HOLD']],
  ['contractor', '/admin/contractor/money_record', ['CLAIM_PAID', 'CONTRACT_DAY', 'HOLD', 'RELEASE', 'WITHDRAW_OUT']],
])('%s opens the one document of an entry, or the lines of its day', async (account, page, kinds) => {
  const { rows: all } = await rowsAt(account, page, {});
  // What the platform's two hands did has its document there; the line says number, what it is about and why.
  const told = (row: Row) => /^(TZ\d+ 更正流水 \d+：|(解除)?押款 YK\d+：)./.test(String(row.reason));
  expect(all.filter(told)).not.toEqual([]);
  const rows = all.filter((row) => !told(row));
  const first = new Map(rows.toReversed().map((row) => [String(row.kind), row]));
  expect([...first.keys()]).toEqual(expect.arrayContaining(kinds));
  for (const row of rows) expect(row.documentNo ?? row.bucketDate, `${row.kind} ${row.reason}`).toBeTruthy();
  for (const [kind, row] of first) {
    const ofDocument = Boolean(row.documentNo);
    const { path, search } = leadsTo((ofDocument ? drills.documentNo : drills.bucketDate) as Drill, row, page);
    const { rows: opened, total } = await rowsAt(account, path, search);
    if (ofDocument)
      expect([kind, total, Object.values(opened[0]!)]).toEqual([kind, 1, expect.arrayContaining([row.documentNo])]);
    else expect(total, `${kind} ${path}`).toBeGreaterThan(0);
  }
});
