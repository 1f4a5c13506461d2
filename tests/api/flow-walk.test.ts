/** What a flow does not allow is refused by the server, whatever the button hides: every move, from every state the demo shows. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allGrants, permissionGroups } from '../../src/domains/identity/testing.ts';
import type { Flow } from '../../src/kit/define/flow.ts';
import type { Action } from '../../src/kit/define/page.ts';
import type { Registered } from '../../src/kit/server/page/registry.ts';
import { type DemoAccount, startTestServer, type TestApp } from '../support/server.ts';
import { sampleValues } from './samples.ts';
import { accounts, hire, pagesFor, told } from './walk.ts';

/** NOT_NOW: the one code by which a flow refuses. */
const notNow = 1204;

/** Whose people sign beside whom. */
const units = {
  platform: 'platform',
  contractor: 'contractor',
  school: 'organization',
  company: 'organization',
} as Partial<Record<DemoAccount, 'platform' | 'contractor' | 'organization'>>;

let app: TestApp;
beforeAll(async () => {
  app = await startTestServer();
});
afterAll(() => app?.stop());

type Row = Record<string, unknown> & { id: number; status: string };
const movesOf = ({ page }: Registered) =>
  (page.list?.row ?? []).filter((one): one is Action => typeof one !== 'string' && one.move !== undefined);

/** One row of each state, made by who looks and by others. */
function kindsOf(rows: readonly Row[]): Row[] {
  const kinds = new Map<string, Row>();
  for (const row of rows) kinds.set(`${row.status} ${row.mine === true}`, row);
  return [...kinds.values()];
}

async function rowsOf(account: DemoAccount, { path }: Registered, token: string): Promise<Row[]> {
  const { body } = await app.post(path, 'query', { size: 100, search: {} }, token);
  if (body.errorcode !== 0) throw new Error(`${account} ${path}: ${body.errormsg}`);
  return (body.data as { rows: Row[] }).rows;
}

/** Somebody of the unit who may do everything, to sign beside the account. */
async function witnessOf(account: DemoAccount) {
  const area = units[account];
  if (!area) return undefined;
  const grants = [...allGrants(permissionGroups(app.services.registry, area.toUpperCase() as Uppercase<typeof area>))];
  await hire(app, account, area, grants);
  const login = `walker-${account}-${grants.length}`;
  return { account: login, password: `Walk-${login}-2026` };
}

it('what a flow does not allow is refused, and changes nothing', async () => {
  const faults: string[] = [];
  const tried = new Set<Flow>();
  let asked = 0;
  for (const account of accounts) {
    const token = await app.login(account);
    const witness = await witnessOf(account);
    for (const entry of pagesFor(app.services.registry, account)) {
      // Nobody stands beside the super administrator; the platform's own account tries what takes two.
      const buttons = movesOf(entry).filter((one) => witness || !one.witness);
      if (buttons.length === 0 || !entry.binding.list || entry.page.of?.by) continue;
      const rows = kindsOf(await rowsOf(account, entry, token));
      for (const row of rows)
        for (const { key, form = {}, move } of buttons) {
          const { flow, event } = move!;
          if (flow.whyNot(event, { status: row.status, mine: row.mine === true }) === undefined) continue;
          asked += 1;
          tried.add(flow);
          const values = sampleValues(form, Object.keys(form), () => 1);
          const body = { ...values, ids: [row.id], id: row.id, version: row.version, witness };
          const answer = await app.post(entry.path, key, body, token);
          if (answer.body.errorcode !== notNow)
            faults.push(told(account, entry.path, key, answer, `of one that is ${row.status}`));
        }
      const after = new Map((await rowsOf(account, entry, token)).map(({ id, status }) => [id, status]));
      for (const { id, status } of rows)
        if (after.get(id) !== status) faults.push(`${account} ${entry.path} ${id}: ${status} became ${after.get(id)}`);
    }
  }
  expect(faults).toEqual([]);
  expect(asked).toBeGreaterThan(600);
  expect(tried.size).toBeGreaterThan(45);
}, 240_000);
