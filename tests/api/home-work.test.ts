/** What waits on the homes: each line of money between units, bills, applications and orders opens exactly as many rows as it counts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { areaOf } from '../../src/kit/define/page.ts';
import { startTestServer, type TestApp } from '../support/server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestServer();
});
afterAll(() => app?.stop());

interface Item {
  label: string;
  count: number;
  path?: string;
  query?: Record<string, string>;
}

const homes = {
  school: '/admin/organization/home',
  company: '/admin/organization/home',
  contractor: '/admin/contractor/contractor_home',
  agent: '/admin/agent/agent_home',
  platform: '/admin/platform/platform_home',
} as const;

/** Lists whose work items are held to their counts. */
const held =
  /\/(unit_bill|application|annual_fee_record|purchase_order|grade_proposal|settlement|transfer_accounts|bank_account)$/;

/** The address of a line as the list it opens reads it. */
function askedBy({ path, query }: Item): { page: string; search: Record<string, unknown> } {
  const [page, text = ''] = path!.split('?');
  const said = { ...Object.fromEntries(new URLSearchParams(text)), ...query };
  const entry = app.services.registry.at(page!)!;
  const search = Object.entries(said).map(([key, value]) => {
    const kind = entry.page.fields[key]?.kind;
    if (value === 'true' || value === 'false') return [key, value === 'true'];
    if (kind === 'date' || kind === 'time') return [key, value.split(',').map((day) => day || null)];
    return [key, kind === 'choice' ? value.split(',') : value];
  });
  return { page: page!, search: Object.fromEntries(search) };
}

it.each(Object.keys(homes) as (keyof typeof homes)[])('%s finds behind each line what it counts', async (account) => {
  const token = await app.login(account);
  const { body } = await app.post(homes[account], 'figures', {}, token);
  expect(body.errormsg).toBe('');
  const items = (body.data as { work: Item[] }).work.filter(({ path }) => path && held.test(path.split('?')[0]!));
  expect(items.length).toBeGreaterThan(2);
  const found: [string, number][] = [];
  for (const item of items) {
    const { page, search } = askedBy(item);
    expect(areaOf(page)).toBe(areaOf(homes[account]));
    const listed = await app.post(page, 'query', { size: 1, search }, token);
    expect([item.label, listed.body.errormsg]).toEqual([item.label, '']);
    found.push([item.label, (listed.body.data as { total: number }).total]);
  }
  expect(found).toEqual(items.map(({ label, count }) => [label, count]));
});
