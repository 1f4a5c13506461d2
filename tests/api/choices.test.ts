/** Who is answered choices: whoever may open the page, or uses something that cites it on a page of his own. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importsOf } from '../../scripts/imports.ts';
import type { AnyPage } from '../../src/kit/define/page.ts';
import { dateAt } from '../../src/kit/server/clock.ts';
import { citationsOf } from '../../src/kit/server/page/grants.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { accounts, hireAs, told, workersOf } from './walk.ts';

const notPermitted = 1003;
const org = '/admin/organization';
let app: TestApp;
const tokens = new Map<string, string>();

beforeAll(async () => {
  app = await startTestServer();
  for (const account of accounts) tokens.set(account, await app.login(account));
});
afterAll(() => app?.stop());

const ask = (who: string, path: string, body: object = {}) => app.post(path, 'options', body, tokens.get(who));

/** Somebody of the school with exactly these grants. */
async function hire(name: string, grants: readonly string[]): Promise<void> {
  const made = await app.post(`${org}/role`, 'create', { name, dataScope: 'ALL', grants }, tokens.get('school'));
  expect(made.body.errorcode, told('school', `${org}/role`, 'create', made)).toBe(0);
  const { id } = made.body.data as { id: number };
  tokens.set(name, await hireAs(app, 'school', 'organization', id, `choices-${tokens.size}`));
}

describe('choices', () => {
  it('are answered wherever a page of one’s own asks for them', async () => {
    const faults: string[] = [];
    for (const entry of app.services.registry.all)
      for (const { source } of citationsOf(entry.page))
        for (const who of workersOf(entry.path))
          for (const body of [{}, { keyword: '一' }, { ids: [1] }]) {
            const answer = await ask(who, source, body);
            if (answer.body.errorcode !== 0) faults.push(told(who, source, 'options', answer, `for ${entry.path}`));
          }
    expect(faults).toEqual([]);
  });

  it('are refused to an employee who has the home alone', async () => {
    await hire('前台', [`${org}/home#query`]);
    const answered: string[] = [];
    for (const entry of app.services.registry.all) {
      if (!entry.binding.options || entry.page.everyone) continue;
      const { body } = await ask('前台', entry.path);
      if (body.errorcode !== notPermitted) answered.push(`${entry.path} ${body.errorcode}`);
    }
    expect(answered).toEqual([]);
  });

  it('come with a search for who looks, and with a form for who may fill it in', async () => {
    const summary = `${org}/account_balance`;
    await hire('查询员', [`${summary}#query`]);
    expect((await ask('查询员', `${org}/department`)).body.errorcode).toBe(0);
    expect((await ask('查询员', `${org}/user`)).body.errorcode).toBe(notPermitted);
    await hire('看扣款', [`${org}/artificial_chopping#query`]);
    await hire('办扣款', [`${org}/artificial_chopping#create`]);
    expect((await ask('看扣款', `${org}/user`)).body.errorcode).toBe(notPermitted);
    expect((await ask('办扣款', `${org}/user`)).body.errorcode).toBe(0);
  });

  it('of a contractor are its own restaurants, and an employee is put in charge of one', async () => {
    const at = '/admin/contractor';
    const as = async (path: string, verb: string, body: object) => {
      const answer = await app.post(`${at}/${path}`, verb, body, tokens.get('contractor'));
      expect(answer.body.errorcode, told('contractor', path, verb, answer)).toBe(0);
      return answer.body.data;
    };
    const { rows } = (await as('restaurant', 'query', { size: 100 })) as { rows: { id: number }[] };
    const offered = (await as('restaurant', 'options', {})) as { id: number }[];
    const own = rows.map(({ id }) => id);
    expect(offered.length).toBeGreaterThan(0);
    expect(offered.filter(({ id }) => !own.includes(id))).toEqual([]);
    const [role] = (await as('role', 'options', {})) as { id: number }[];
    const restaurantIds = [offered[0]!.id];
    const made = await as('employee', 'create', {
      name: '店长',
      phone: '13912345679',
      loginName: 'choices-manager',
      roleIds: [role!.id],
      restaurantIds,
    });
    expect(await as('employee', 'get', { id: (made as { id: number }).id })).toMatchObject({ restaurantIds });
  });

  it('name no diner to agents, contractors and the platform', async () => {
    for (const who of ['platform', 'agent', 'contractor', 'super'])
      for (const path of [`${org}/user`, `${org}/consume`, `${org}/department`])
        expect((await ask(who, path)).body.errorcode, `${who} ${path}`).toBe(notPermitted);
  });

  it('and lists above the organization show diners by their family name, in full with a reason that is logged', async () => {
    const listed = await app.post('/admin/contractor/user', 'query', { size: 1 }, tokens.get('contractor'));
    const { id } = (listed.body.data as { rows: { id: number }[] }).rows[0]!;
    const { rows } = await app.services.pool.query<{ name: string; job_number: string }>(
      'select name, job_number from person where id = $1',
      [id],
    );
    const person = rows[0]!;
    const masked = person.name[0]! + '*'.repeat(person.name.length - 1);
    for (const [who, path] of [
      ['contractor', '/admin/contractor/user'],
      ['platform', '/admin/platform/user'],
    ] as const) {
      const as = (verb: string, body: object) => app.post(path, verb, body, tokens.get(who));
      const list = await as('query', { search: { keyword: person.job_number } });
      const row = (list.body.data as { rows: { id: number; name: string }[] }).rows.find((r) => r.id === id);
      expect(row, path).toMatchObject({ name: masked });
      expect(JSON.stringify((await as('get', { id })).body)).not.toContain(person.name);
      expect((await as('reveal', { id, field: 'name' })).body).toMatchObject({
        errorcode: 1101,
        fields: { reason: '2–100 字' },
      });
      const shown = await as('reveal', { id, field: 'name', reason: '家长来电核对身份' });
      expect(shown.body.data).toMatchObject({ value: person.name });
      const log = await app.services.pool.query(
        `select target_name, changes from system_log where page = $1 and action = '查看完整姓名' and target_id = $2`,
        [path, String(id)],
      );
      expect(log.rows).toMatchObject([{ target_name: masked, changes: [{ after: '家长来电核对身份' }] }]);
      const found = await app.post('/admin/common', 'palette', { keyword: person.job_number }, tokens.get(who));
      expect(JSON.stringify(found.body)).not.toContain(person.name);
    }
  });

  it('no list or record above the organization names a diner in full', async () => {
    const { rows } = await app.services.pool.query<{ name: string }>(
      `select distinct name from person where length(name) > 2
         and not exists (select 1 from account a where a.name = person.name)`,
    );
    const diners = new Set(rows.map(({ name }) => name));
    expect(diners.size).toBeGreaterThan(20);
    const lengths = new Set(rows.map(({ name }) => name.length));
    /** Where a text names one, alone or amid other words. */
    const namedIn = (text: string): string[] =>
      [...text.matchAll(/[^\x20-\x7e]{3,}/g)].flatMap(({ 0: run, index }) =>
        [...run].flatMap((_, at) =>
          [...lengths]
            .filter((length) => diners.has(run.slice(at, at + length)))
            .map((length) => text.slice(Math.max(0, index + at - 25), index + at + length)),
        ),
      );
    const faults: string[] = [];
    let seen = 0;
    const look = async (path: string, verb: string, body: object, who: string) => {
      const answer = (await app.post(path, verb, body, tokens.get(who))).body;
      const text = JSON.stringify(answer);
      const named = namedIn(text);
      if (named.length > 0) faults.push(`${who} ${path} ${verb} names ${named.slice(0, 3)}`);
      return (answer.data as { rows?: { id: unknown }[] } | undefined)?.rows ?? [];
    };
    const dayFrom = (days: number) => dateAt(app.clock.now() + days * 86_400_000);
    const pages = app.services.registry.all.filter((e) => /^\/admin\/(platform|agent|contractor)\//.test(e.path));
    for (const entry of pages.filter(({ page }) => !page.of)) {
      const spans = (entry.page.list?.search ?? []).filter((one) => typeof one !== 'string').filter((one) => one.range);
      const asked = Object.fromEntries(spans.map(({ key }) => [key, [dayFrom(-28), dayFrom(2)]]));
      for (const who of workersOf(entry.path)) {
        const listed = await look(entry.path, 'query', { size: 50, search: asked }, who);
        seen += listed.length;
        if (entry.binding.options) await look(entry.path, 'options', { size: 200 }, who);
        const readings = Object.keys(entry.binding.verbs ?? {}).filter((verb) => entry.binding.reads?.includes(verb));
        for (const verb of readings) await look(entry.path, verb, {}, who);
        for (const { id } of listed.slice(0, 2)) {
          for (const verb of ['get', ...readings]) await look(entry.path, verb, { id }, who);
          for (const child of pages.filter(({ page }) => page.of?.page === entry.page))
            await look(child.path, 'query', { search: { [String(child.page.of!.by)]: id } }, who);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(seen).toBeGreaterThan(100);
  });

  it('are cited by the page whose picture asks for them', async () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const text = new Map<string, string>();
    for await (const file of glob('src/domains/**/*.{ts,tsx}', { cwd: root }))
      text.set(file, await readFile(join(root, file), 'utf8'));
    /** Sources that a file names itself; those below the page's own path begin with `${path}`. */
    const named = (source: string) =>
      [...source.matchAll(/[sS]ource\s*=\s*(?:["'](\/admin\/[^"']+)["']|\{`(\$\{path\}[^`$]*)`\})/g)].map(
        (m) => (m[1] ?? m[2])!,
      );
    const ownPath = /^\$\{path\}/;
    const reached = new Set<string>();
    /** What a picture and the parts of its own domain name as a source. */
    const asked = (file: string, seen = new Set<string>()): string[] => {
      const source = text.get(file);
      if (source === undefined || seen.has(file) || /\.(page|server)\.ts$/.test(file)) return [];
      seen.add(file);
      reached.add(file);
      const parts = importsOf(file, source).flatMap((i) => (i.file ? asked(i.file, seen) : []));
      return [...named(source), ...parts];
    };
    const faults: string[] = [];
    for (const file of [...text.keys()].filter(
      (f) => f.endsWith('.view.tsx') && text.has(f.replace('.view.tsx', '.page.ts')),
    )) {
      const module = (await import(join(root, file.replace('.view.tsx', '.page.ts')))) as Record<string, unknown>;
      const specs = Object.values(module)
        .flat()
        .filter((one): one is AnyPage => typeof one === 'object' && one !== null && 'places' in one);
      // As the area sees them: there a record is a page.
      const entries = specs.flatMap((spec) => spec.places.map((place) => app.services.registry.at(place.path)!));
      const cited = new Set(entries.flatMap(({ page }) => citationsOf(page).map((c) => c.source)));
      for (const source of new Set(asked(file)))
        if (!entries.some(({ path }) => cited.has(source.replace(ownPath, path))))
          faults.push(`${file} asks ${source}`);
    }
    // Nobody chooses past this test: every control that does is part of a picture and names its source.
    const choosers = [...text].flatMap(([file, source]) => {
      const count = source.split('<RefSelect').length - 1;
      return count > 0 ? [{ file, count, source }] : [];
    });
    expect(choosers.length).toBeGreaterThan(2);
    for (const { file, count, source } of choosers) {
      if (!reached.has(file)) faults.push(`${file} belongs to no picture`);
      if (named(source).length < count) faults.push(`${file} chooses from a source that is not written out`);
    }
    expect(faults).toEqual([]);
  });
});
