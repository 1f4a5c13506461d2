/** Every figure of every report and list of the demo that opens lines says what its lines say. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { departmentLevel } from '../../src/domains/people/public.ts';
import { businessDay } from '../../src/domains/wallet/public.server.ts';
import { drillTo } from '../../src/kit/console/screens/logic/drill-to.ts';
import {
  initialSearch,
  readListState,
  type Search,
  wireSearch,
} from '../../src/kit/console/screens/logic/search-url.ts';
import type { Field } from '../../src/kit/define/field.ts';
import { wholeMonths } from '../../src/kit/define/month.ts';
import { type AnyPage, ownerPath, searchFields } from '../../src/kit/define/page.ts';
import { addDays, dateAt } from '../../src/kit/server/clock.ts';
import type { Registered } from '../../src/kit/server/page/registry.ts';
import { type DemoAccount, startTestServer, type TestApp } from '../support/server.ts';
import { type Listed, namedPages, type Asked as Opening, openCell } from './open-cells.ts';
import { each, optionIds, pagesFor } from './walk.ts';

const people: readonly DemoAccount[] = ['school', 'company', 'contractor', 'agent', 'platform'];
/** Rows of a report in which each column is opened. */
const rowsEach = 2;
/** Values of a search field that are tried for one that narrows. */
const mostTried = 4;
/** Pages that have nothing to open in the demo, and why. */
const quiet: Readonly<Record<string, string>> = {
  '/admin/contractor/erp/stock_proof': '库存处处相符',
  '/admin/contractor/supermarket/attribute_type': '规格都用在进销存那一边',
  '/admin/contractor/supermarket/attribute_type/value': '规格都用在进销存那一边',
  '/admin/platform/check_consume/light': '没有缺号',
};

/** As one account opens pages, and what it may choose at a page. */
interface Asked extends Opening {
  options(path: string): Promise<number[]>;
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestServer();
  // Some who ordered sit above the departments of others, some in none.
  await app.services.pool.query(
    `update meal_order o set department_id = case o.id % 3 when 0 then d.parent_id when 1 then null else o.department_id end
     from department d where d.organization_id = o.organization_id and d.id = o.department_id and d.parent_id is not null`,
  );
  // Of what waits, some is paid by the unit: nothing is held for it.
  await app.services.pool.query(
    `update meal_order set pay_time = 'UNIT', hold_id = null
     where id in (select id from meal_order where status in ('PAID', 'ACCEPTED', 'READY') and hold_id is not null order by id limit 3)`,
  );
});
afterAll(() => app?.stop());

/** Its own search, over the days around the demo's: a month that has just begun would show nothing. */
function searchOf(page: AnyPage, { days }: Asked): Search {
  const search = initialSearch(page, days);
  for (const field of searchFields(page)) {
    if (!field.range || !field.initial) continue;
    const ahead = field.initial.startsWith('next');
    const around = [addDays(days.book, ahead ? 0 : -7), addDays(days.book, ahead ? 7 : 1)] as const;
    search[field.key] = field.months ? wholeMonths(...around) : [...around];
  }
  return search;
}

/** What the page is asked for: in each grouping, at the first level of departments too, and within the records it lies in. */
async function searchesOf({ page, path }: Registered, asked: Asked): Promise<Search[]> {
  const own = searchOf(page, asked);
  const by = page.of?.by;
  if (by) {
    const { rows } = await asked.query(ownerPath(path), {});
    return rows.slice(0, 3).map(({ id }) => ({ ...own, [by]: id as number }));
  }
  const grouped = page.report?.groups?.map(({ value }) => ({ ...own, group: value })) ?? [own];
  return page.fields.level === departmentLevel ? [{ ...own, level: '1' }, ...grouped] : grouped;
}

/** Values one search field may be asked for. */
async function valuesOf(field: Field, rows: Listed['rows'], key: string, asked: Asked): Promise<Search[string][]> {
  if (field.kind === 'ref') return field.source ? (await asked.options(field.source)).map((id) => [id]) : [];
  if (field.kind === 'choice') return (field.choices ?? []).map(({ value }) => [value]);
  if (field.kind === 'bool') return [true];
  const words = rows
    .map((row) => row[key])
    .filter((one) => field.kind === 'text' && typeof one === 'string' && one !== '');
  return words.slice(0, 1) as string[];
}

/** The same search narrowed by each further field of the page in turn, where that leaves something and not everything. */
async function narrowedBy(
  entry: Registered,
  search: Search,
  asked: Asked,
  done: ReadonlySet<string>,
): Promise<[key: string, search: Search][]> {
  const { page, path } = entry;
  const whole = await asked.query(path, wireSearch(page, search));
  if (whole.rows.length === 0) return [];
  const found: [string, Search][] = [];
  for (const { key, keys, range } of searchFields(page)) {
    if (keys || range || key === page.of?.by || key === 'level' || done.has(`${path} ${key}`)) continue;
    for (const value of (await valuesOf(page.fields[key]!, whole.rows, key, asked)).slice(0, mostTried)) {
      const narrower = { ...search, [key]: value };
      const { rows } = await asked.query(path, wireSearch(page, narrower));
      if (rows.length === 0 || JSON.stringify(rows) === JSON.stringify(whole.rows)) continue;
      found.push([key, narrower]);
      break;
    }
  }
  return found;
}

/** What belongs to nothing comes first: a search for nothing would find everything. */
const nowhereFirst = (rows: Listed['rows']) => {
  const nowhere = (row: Listed['rows'][number]) => row.groupKey === null || row.departmentId === null;
  return [...rows.filter(nowhere), ...rows.filter((row) => !nowhere(row))];
};

function askedBy(token: string, days: Asked['days']): Asked {
  const known = new Map<string, Promise<Listed>>();
  const choices = new Map<string, Promise<number[]>>();
  const ask = async (path: string, search: Search): Promise<Listed> => {
    const { body } = await app.post(path, 'query', { size: 100, search }, token);
    expect([path, search, body.errorcode, body.errormsg]).toEqual([path, search, 0, '']);
    return body.data as Listed;
  };
  return {
    days,
    pageAt: (path) => app.services.registry.at(path)?.page,
    options: (path) => {
      const answer = choices.get(path) ?? optionIds(app, path, token);
      choices.set(path, answer);
      return answer;
    },
    query: (path, search) => {
      const key = JSON.stringify([path, search]);
      const answer = known.get(key) ?? ask(path, search);
      known.set(key, answer);
      return answer;
    },
  };
}

test('every figure says what the lines it opens say, and the identities of its report hold', async () => {
  const days = daysNow();
  const wrong: unknown[] = [];
  const untrue: unknown[] = [];
  const pages = new Set<string>();
  const cells = new Map<string, number>();
  const narrowed = new Set<string>();
  const drilling = ({ page }: Registered) => page.report?.drill !== undefined || page.list?.drills !== undefined;
  /** Opens each column in the first rows that have something in it. */
  const walk = async (who: DemoAccount, asked: Asked, entry: Registered, search: Search, by: string, most: number) => {
    const { path, page } = entry;
    const { rows, check } = await asked.query(path, wireSearch(page, search));
    if (check?.ok === false) untrue.push({ who, path, search, says: check.text });
    for (const row of nowhereFirst(rows))
      for (const key of page.list!.columns) {
        const cell = [path, search.group, search.level, by, key].join(' ');
        const before = cells.get(cell) ?? 0;
        const opened = before < most ? await openCell(asked, entry, row, key, search) : undefined;
        if (!opened) continue;
        cells.set(cell, before + 1);
        pages.add(path);
        if (opened.wrong) wrong.push({ who, report: path, asked: search, ...opened.wrong });
      }
  };
  for (const who of people) {
    const asked = askedBy(await app.login(who), days);
    await each(pagesFor(app.services.registry, who).filter(drilling), async (entry) => {
      const searches = await searchesOf(entry, asked);
      for (const search of searches) await walk(who, asked, entry, search, '', rowsEach);
      // In the last grouping, which is by day more often than not.
      for (const search of searches.slice(-1))
        for (const [key, narrower] of await narrowedBy(entry, search, asked, narrowed)) {
          await walk(who, asked, entry, narrower, key, 1);
          narrowed.add(`${entry.path} ${key}`);
        }
    });
  }
  expect(wrong).toEqual([]);
  expect(untrue).toEqual([]);
  const silent = app.services.registry.all.filter(
    (one) => drilling(one) && hasFigures(one.page) && !pages.has(one.path),
  );
  expect(silent.map(({ path }) => path).sort()).toEqual(Object.keys(quiet).sort());
}, 300_000);

/** Has it columns of figures that lead somewhere at all? */
function hasFigures({ fields, list, report }: AnyPage): boolean {
  const figures = list!.columns.filter((key) => ['money', 'int', 'weight', 'decimal'].includes(fields[key]!.kind));
  const own = { ...list!.drills, ...report?.drill?.columns } as Record<string, unknown>;
  return figures.some((key) => (own[key] === undefined ? report?.drill !== undefined : own[key] !== null));
}

const daysNow = (): Asked['days'] => {
  const nowMs = app.services.clock.now();
  return { calendar: dateAt(nowMs), book: businessDay(nowMs) };
};

test('a department that has others below it opens its own orders and not theirs', async () => {
  const asked = askedBy(await app.login('company'), daysNow());
  const wrong: unknown[] = [];
  const above = await app.services.pool.query<{ id: number }>('select distinct parent_id as id from department');
  let own = 0;
  for (const name of ['department_order_summary', 'personal_order_summary', 'order_food_summary']) {
    const entry = app.services.registry.at(`/admin/organization/${name}`)!;
    const search = { ...searchOf(entry.page, asked), ...(entry.page.report!.groups && { group: 'department' }) };
    const { rows } = await asked.query(entry.path, wireSearch(entry.page, search));
    own += rows.filter((row) => above.rows.some(({ id }) => id === (row.departmentId ?? row.groupKey))).length;
    for (const row of rows)
      for (const key of ['orderCount', 'portions', 'amountFen']) {
        const opened = await openCell(asked, entry, row, key, search);
        if (opened?.wrong) wrong.push({ report: name, ...opened.wrong });
      }
  }
  expect(wrong).toEqual([]);
  expect(own).toBeGreaterThan(0);
});

test('the portions of 应耗明细 open the menu of their own restaurant', async () => {
  const asked = askedBy(await app.login('contractor'), daysNow());
  const entry = app.services.registry.at('/admin/contractor/report_form/food_margin/theory')!;
  const search = searchOf(entry.page, asked);
  const { rows } = await asked.query(entry.path, wireSearch(entry.page, search));
  const places = new Set<unknown>();
  for (const row of rows.slice(0, 40)) {
    const to = drillTo(
      entry.page,
      row as never,
      { key: 'portions', field: entry.page.fields.portions! },
      search,
      search,
    )!;
    const menu = app.services.registry.at(to.path)!.page;
    const state = readListState(menu, to.query as Record<string, string>, asked.days);
    for (const line of (await asked.query(to.path, wireSearch(menu, state.search))).rows) {
      expect([line.organizationId, line.restaurantId]).toEqual([row.organizationId, row.restaurantId]);
      places.add(line.restaurantId);
    }
  }
  expect(places.size).toBeGreaterThan(0);
});

test('the pages that are told apart there are pages', () => {
  expect(namedPages.filter((path) => !app.services.registry.at(path))).toEqual([]);
});
