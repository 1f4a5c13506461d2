/** 本部门 and 仅本人 beyond the lists: choices, the palette, words beside the rows and files name nobody whom such a session does not see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSession } from '../../src/domains/identity/public.server.ts';
import { ownerPath } from '../../src/kit/define/page.ts';
import type { ExportItem } from '../../src/kit/server/jobs/export/list-exports.ts';
import type { ExportPlan, ExportTask } from '../../src/kit/server/jobs/export/types.ts';
import { exportPlanner } from '../../src/kit/server/page/export-plan.ts';
import { citationsOf } from '../../src/kit/server/page/grants.ts';
import { isRefusal } from '../../src/kit/server/refusal.ts';
import { readXlsxRows } from '../../src/kit/server/sheet/xlsx-reader.ts';
import { type Answer, startTestServer, type TestApp } from '../support/server.ts';
import {
  follows,
  giveStranger,
  isCommon,
  type Limit,
  type Narrowed,
  narrowedOnes,
  narrowSchool,
  org,
  type Stranger,
  schoolLists,
  schoolPages,
  type Who,
} from './narrowed.ts';
import { each, rowIds, told } from './walk.ts';

let app: TestApp;
let school: string;
let narrowed: Narrowed;
let stranger: Stranger;

beforeAll(async () => {
  app = await startTestServer();
  school = await app.login('school');
  narrowed = await narrowSchool(app);
  stranger = await giveStranger(app, narrowed);
});
afterAll(() => app?.stop());

const namesIn = ({ body }: Answer) => narrowed.strangersIn(JSON.stringify(body));
const pagesFor = (limit: Limit) => schoolPages(app).filter((e) => follows(e, limit));

/**
 * 仅本人操作 limits what one sees of others' work, not whom one serves: at the counter anybody may stand. Choices that name him, and
 * the page of that scope whose form asks for them.
 */
const served: Readonly<Record<string, string>> = {
  user: 'recharge',
  consume: 'correct',
  return_subsidy: 'return_subsidy',
  'count_subsidy/return_subsidy': 'count_subsidy/return_subsidy',
};
/** What the palette does straight away opens the counter with the person. */
const counterWord = '充值';

describe.each(narrowedOnes)('a session limited to %s', (who, limit) => {
  const token = () => narrowed.tokens[who];

  it('chooses nobody else', async () => {
    const faults: string[] = [];
    const shown = new Set<string>();
    const named = new Set<string>();
    await each(
      schoolPages(app).filter((e) => e.binding.options),
      async ({ path }) => {
        const page = path.slice(org.length + 1);
        const all = (await app.post(path, 'options', { size: 200 }, school)).body.data as { id: number }[];
        for (const body of [{ size: 200 }, { size: 200, keyword: stranger.name }, { ids: all.map(({ id }) => id) }]) {
          if (namesIn(await app.post(path, 'options', body, school)).length > 0) shown.add(page);
          const answer = await app.post(path, 'options', body, token());
          if (namesIn(answer).length === 0) continue;
          if (who === 'self' && served[page]) named.add(page);
          else
            faults.push(
              told(who, path, 'options', answer, `${JSON.stringify(body).slice(0, 60)} names ${namesIn(answer)}`),
            );
        }
      },
    );
    expect(faults).toEqual([]);
    expect(shown.size).toBeGreaterThan(8);
    if (who !== 'self') return;
    expect([...named].sort()).toEqual(Object.keys(served).sort());
    for (const [source, by] of Object.entries(served)) {
      const citing = app.services.registry.at(`${org}/${by}`)!;
      expect([source, follows(citing, 'SELF')]).toEqual([source, true]);
      expect(citationsOf(citing.page).map((c) => app.services.registry.at(c.source)?.path)).toContain(
        `${org}/${source}`,
      );
    }
  });

  it('finds nobody else', async () => {
    const { name, cardNo, jobNumber, tradeId } = stranger;
    const found = (keyword: string, as: string) => app.post('/admin/common', 'palette', { keyword }, as);
    const hits = ({ body }: Answer) => (body.data as { kind: string }[]).filter(({ kind }) => kind !== 'page');
    for (const keyword of [name, cardNo, jobNumber, String(tradeId), `${counterWord} ${name}`]) {
      expect([keyword, hits(await found(keyword, school)).length]).not.toEqual([keyword, 0]);
      const own = hits(await found(keyword, token()));
      if (who === 'self' && keyword.startsWith(counterWord)) expect(own).toMatchObject([{ kind: 'verb' }]);
      else expect([keyword, own]).toEqual([keyword, []]);
    }
  });

  it('is told beside the rows of its own people alone', async () => {
    const faults: string[] = [];
    const counted = new Set<string>();
    /** A number of people, of their things or their money, or what they were foretold by. */
    const figures = /[1-9]\d* ?(人|笔|项|元)|误差/;
    const saidIn = ({ body }: Answer) => (body.data as { text?: string } | null)?.text ?? '';
    await each(pagesFor(limit), async (entry) => {
      for (const verb of ['notice', 'sums', ...Object.keys(entry.binding.verbs ?? {})]) {
        const answer = await app.post(entry.path, verb, {}, token());
        if (namesIn(answer).length > 0) faults.push(told(who, entry.path, verb, answer, `names ${namesIn(answer)}`));
      }
      if (isCommon(entry)) return;
      if (figures.test(saidIn(await app.post(entry.path, 'notice', {}, school))))
        counted.add(entry.path.slice(org.length + 1));
      const said = saidIn(await app.post(entry.path, 'notice', {}, token()));
      // Whose people are nobody is told no figure.
      if (who !== 'class' && figures.test(said)) faults.push(`${entry.path} says ${said}`);
    });
    expect(faults).toEqual([]);
    if (limit === 'DEPARTMENT')
      expect([...counted]).toEqual(
        expect.arrayContaining([
          'access_control_attendance',
          'cook_user/push',
          'daily_report_meal_summary',
          'enter_record',
          'morning_enter_record',
          'subsidy/clear_detail',
        ]),
      );
  });

  it('has nothing of others to do', async () => {
    const waiting = async (as: string) =>
      (await app.post(`${org}/user`, 'mission_query', {}, as)).body.total as Record<string, number>;
    const kinds = ['ExceptionMission', 'waitRepairCardMission', 'AlertMission'];
    const [all, own] = [await waiting(school), await waiting(token())];
    for (const kind of kinds) expect([kind, all[kind]]).not.toEqual([kind, 0]);
    if (who !== 'class') expect(kinds.map((kind) => own[kind])).toEqual(kinds.map(() => 0));
    // Of dishes and goods there is something to approve.
    const approvals = await app.post(`${org}/approval`, 'figures', {}, token());
    expect((approvals.body.data as { mine: unknown[] }).mine.length).toBeGreaterThan(0);
    expect(namesIn(approvals)).toEqual([]);
  });

  it('is given files with nobody else in them', async () => {
    const faults: string[] = [];
    let lines = 0;
    for (const { path, page } of schoolLists(app).filter((e) => follows(e, limit) && e.page.list?.export)) {
      const by = page.of?.by;
      const owners = by ? await rowIds(app, ownerPath(path), token()) : [];
      for (const search of by ? owners.slice(0, 3).map((id) => ({ [by]: id })) : [{}]) {
        const rows = await rowsOfFile(who, path, search);
        if (typeof rows === 'string') faults.push(`${path}: ${rows}`);
        else {
          // The last says what was asked.
          lines += isCommon({ page }) ? 0 : rows.length - 1;
          const named = narrowed.strangersIn(JSON.stringify(rows));
          if (named.length > 0) faults.push(`${path}/export names ${named}`);
        }
      }
      const others = by ? (await rowIds(app, ownerPath(path), school)).filter((id) => !owners.includes(id)) : [];
      if (others.length === 0) continue;
      const answer = await app.post(path, 'export', { search: { [by!]: others[0] } }, token());
      if (answer.body.errorcode !== 1004) faults.push(told(who, path, 'export', answer));
    }
    expect(faults).toEqual([]);
    if (who === 'class') expect(lines).toBeGreaterThan(50);
    else expect(lines).toBe(0);
  });
});

/** The rows a session's file of a page has, or why it has none. */
async function rowsOfFile(who: Who, pagePath: string, search: object): Promise<Record<string, unknown>[] | string> {
  const { services } = app;
  const { accountId, employeeId } = narrowed.members[who];
  const plan = await exportPlanner(services, async (account, employee) => {
    const session = await loadSession(services, account, employee);
    return isRefusal(session) ? session : { ...session, tokenHash: '' };
  })({ accountId, pagePath, filter: { search, sort: null, columns: null, employeeId } } as unknown as ExportTask);
  if (isRefusal(plan)) return plan.code;
  return [...(await rowsOfPlan(plan)), { info: plan.info }];
}

async function rowsOfPlan({ source }: ExportPlan): Promise<Record<string, unknown>[]> {
  if ('sql' in source) return (await app.services.pool.query(source.sql, [...source.params])).rows;
  const rows: Record<string, unknown>[] = [];
  for await (const some of source.rows) rows.push(...some);
  return rows;
}

it('the file that the account of a class takes away holds its class', async () => {
  const token = narrowed.tokens.class;
  const bearer = { headers: { authorization: `Bearer ${token}` } };
  const asked = await Promise.all(
    ['user', 'consume_detail', 'department_consume_summary'].map(async (page) => {
      const answer = await app.post(`${org}/${page}`, 'export', { search: {} }, token);
      return (answer.body.data as { id: number }).id;
    }),
  );
  const tasks = async () =>
    (await app.request('GET', '/api/admin/common/get_excel_missiontable', bearer)).body.data as unknown as ExportItem[];
  const done = async () => (await tasks()).filter(({ id, finish }) => finish && asked.includes(id));
  await expect.poll(async () => (await done()).length).toBe(asked.length);
  for (const { filename, dowmloadUrl } of await done()) {
    const text: string[] = [];
    const answer = await fetch(app.origin + dowmloadUrl, bearer);
    await readXlsxRows(Buffer.from(await answer.arrayBuffer()), { filename }, (cells) => {
      text.push(cells.join('\t'));
      return true;
    });
    expect(text.length).toBeGreaterThan(3);
    expect([filename, narrowed.strangersIn(text.join('\n'))]).toEqual([filename, []]);
  }
});
