/** 本部门 and 仅本人 on every page: its rows follow the scope, it tells of places and settings alone, or it says it is not for it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerPath } from '../../src/kit/define/page.ts';
import type { Registered } from '../../src/kit/server/page/registry.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import {
  follows,
  giveStranger,
  isCommon,
  type Narrowed,
  narrowedOnes,
  narrowSchool,
  org,
  schoolLists,
  schoolPages,
  unknownCard,
  type Who,
} from './narrowed.ts';
import { rowIds, rowsIn, told } from './walk.ts';

const notForScope = 1007;
const notFound = 1004;
let app: TestApp;
let school: string;
let tokens: Narrowed['tokens'];
let strangersIn: Narrowed['strangersIn'];

beforeAll(async () => {
  app = await startTestServer();
  school = await app.login('school');
  const narrowed = await narrowSchool(app);
  await giveStranger(app, narrowed);
  ({ tokens, strangersIn } = narrowed);
});
afterAll(() => app?.stop());

const pages = () => schoolPages(app);
const lists = () => schoolLists(app);
const query = (entry: Registered, who: Who, search: Record<string, unknown>) =>
  app.post(entry.path, 'query', { size: 100, search }, tokens[who]);
/**
 * The searches that show what a page has: group by group, lines record by record. `beyond`: the record they belong to is
 * the school's, and none that this session sees.
 */
async function searches(entry: Registered, who: Who): Promise<{ search: Record<string, unknown>; beyond: boolean }[]> {
  const by = entry.page.of?.by;
  const grouped = groups(entry).map((group) => (group ? { group } : {}));
  if (!by) return grouped.map((search) => ({ search, beyond: false }));
  const owner = ownerPath(entry.path);
  const [all, seen] = [await rowIds(app, owner, school), await rowIds(app, owner, tokens[who])];
  return all
    .slice(0, 20)
    .flatMap((id) => grouped.map((group) => ({ search: { ...group, [by]: id }, beyond: !seen.includes(id) })));
}
const groups = ({ page }: Registered) => page.report?.groups?.map((g) => g.value) ?? [undefined];
const sumsIn = (body: { data?: unknown }) =>
  Object.values((body.data as { sums?: Record<string, unknown> | null } | null)?.sums ?? {}).filter((v) => Number(v));

describe.each(narrowedOnes)('a session limited to %s', (who, limit) => {
  it('is told by every page not made for it, whatever its role grants', async () => {
    const faults: string[] = [];
    for (const entry of pages().filter((e) => !follows(e, limit))) {
      const verb =
        entry.binding.list || entry.binding.query ? 'query' : (Object.keys(entry.binding.verbs ?? {})[0] ?? 'get');
      const answer = await app.post(entry.path, verb, {}, tokens[who]);
      if (answer.body.errorcode !== notForScope) faults.push(told(who, entry.path, verb, answer));
    }
    expect(faults).toEqual([]);
  });

  it.skipIf(who === 'self')('chooses among batches that granted its own people', async () => {
    for (const batches of [`${org}/subsidy/batch_recharge`, `${org}/count_subsidy/batch_recharge`]) {
      const named = async (token: string) =>
        strangersIn(JSON.stringify((await app.post(batches, 'options', { size: 200 }, token)).body));
      expect(await named(school)).not.toEqual([]);
      expect(await named(tokens[who])).toEqual([]);
    }
  });

  it('sees rows of its own alone', async () => {
    const faults: string[] = [];
    let seen = 0;
    for (const entry of lists().filter((e) => follows(e, limit)))
      for (const { search, beyond } of await searches(entry, who)) {
        const answer = await query(entry, who, search);
        if (beyond) {
          if (answer.body.errorcode !== notFound) faults.push(told(who, entry.path, 'query', answer, 'beyond its own'));
          continue;
        }
        if (answer.body.errorcode !== 0) {
          faults.push(told(who, entry.path, 'query', answer));
          continue;
        }
        const rows = rowsIn(answer.body);
        if (isCommon(entry)) continue;
        seen += rows.length;
        if (who !== 'class' && (rows.length > 0 || sumsIn(answer.body).length > 0))
          faults.push(`${entry.path} ${JSON.stringify(search)} shows ${rows.length} rows, sums ${sumsIn(answer.body)}`);
        const leaked = strangersIn(JSON.stringify(rows));
        if (leaked.length > 0) faults.push(`${entry.path} names ${leaked}`);
      }
    expect(faults).toEqual([]);
    if (who === 'class') expect(seen).toBeGreaterThan(50);
  });
});

it('an empty list proves nothing: the school sees rows wherever rows follow a scope', async () => {
  const empty: string[] = [];
  for (const entry of lists().filter((e) => !isCommon(e) && (follows(e, 'DEPARTMENT') || follows(e, 'SELF')))) {
    let found = 0;
    for (const { search } of await searches(entry, 'class'))
      if (found === 0) found = rowsIn((await app.post(entry.path, 'query', { size: 1, search }, school)).body).length;
    if (found === 0) empty.push(entry.path.slice(org.length + 1));
  }
  // The one order has no lines and nothing happened to it.
  expect(empty).toEqual(['order_food_detail/line', 'order_food_detail/story']);
});

it.each(['consume/refused', 'offline_consume'])('%s shows the unit a card that nobody knows', async (page) => {
  const answer = await app.post(`${org}/${page}`, 'query', { size: 100 }, school);
  expect(JSON.stringify(rowsIn(answer.body))).toContain(`"${unknownCard}"`);
});

it('pages of places and settings name no diner', async () => {
  const faults: string[] = [];
  for (const entry of lists().filter(isCommon))
    for (const { search } of await searches(entry, 'self')) {
      const text = JSON.stringify(rowsIn((await query(entry, 'self', search)).body));
      const named = strangersIn(text);
      if (named.length > 0) faults.push(`${entry.path} names ${named}`);
    }
  expect(faults).toEqual([]);
});

it('仅本人 sees exactly what it made itself', async () => {
  const { rows } = await app.services.pool.query<{ id: number }>(
    `select t.id from trade t join organization o on o.id = t.organization_id
      where o.name = '青禾实验中学' and t.kind = 'CONSUME' and t.amount_fen > 200
        and not exists (select 1 from trade r where r.original_trade_id = t.id)
        and not exists (select 1 from correction c where c.trade_id = t.id) order by t.id desc limit 1`,
  );
  const tradeId = rows[0]!.id;
  const all = async () => (await rowIds(app, `${org}/correct`, school)).length;
  const before = await all();
  const form = { tradeId, kind: 'PART_REVERSE', amountFen: 1, reason: '多扣一分' };
  const made = await app.post(`${org}/correct`, 'create', form, tokens.self);
  expect(made.body.errorcode, told('self', `${org}/correct`, 'create', made)).toBe(0);
  const { id } = made.body.data as { id: number };
  const answer = await app.post(`${org}/correct`, 'query', { size: 100 }, tokens.self);
  expect(rowsIn(answer.body)).toMatchObject([{ id, makerName: '巡查员' }]);
  expect(answer.body.data).toMatchObject({ total: 1 });
  expect((await app.post(`${org}/correct`, 'get', { id }, tokens.self)).body).toMatchObject({ errorcode: 0 });
  // The unit has others.
  expect(await all()).toBe(before + 1);
  expect(before).toBeGreaterThan(0);
  expect(rowsIn((await app.post(`${org}/correct`, 'query', { size: 100 }, tokens.none)).body)).toEqual([]);
});
