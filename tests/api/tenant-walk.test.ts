/** Walks every page and verb with everybody's token: nothing of another unit shows, writes are refused, unknown is 404. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formKeys } from '../../src/kit/define/form.ts';
import { ownerPath } from '../../src/kit/define/page.ts';
import type { Registered } from '../../src/kit/server/page/registry.ts';
import { type DemoAccount, startTestServer, type TestApp } from '../support/server.ts';
import { digestOf, leaks, marksOf, type Unit } from './marks.ts';
import { fits, sampleValues, showing } from './samples.ts';
import { pairTerminal } from './terminal.ts';
import {
  accounts,
  each,
  hire,
  optionIds,
  pagesFor,
  refKeys,
  rowActions,
  rowIds,
  told,
  twins,
  unknownId,
  verbsAt,
  verbsOnRecord,
  workersOf,
} from './walk.ts';

let app: TestApp;
const tokens = {} as Record<DemoAccount, string>;
const units = {} as Record<Exclude<DemoAccount, 'super'>, Unit>;
/** Per account: marks of records it must never be shown. */
const hidden = {} as Record<string, Set<string>>;

beforeAll(async () => {
  app = await startTestServer();
  for (const account of accounts) tokens[account] = await app.login(account);
  const members = await app.services.db
    .selectFrom('employee as e')
    .innerJoin('account as a', 'a.id', 'e.account_id')
    .select(['a.login_name as name', 'e.unit_type as type', 'e.unit_id as id'])
    .execute();
  for (const { name, type, id } of members) units[name as 'school'] = { type, id };
  const marks = {} as Record<keyof typeof units, Set<string>>;
  for (const [name, unit] of Object.entries(units)) marks[name as 'school'] = await marksOf(app.services.pool, unit);
  const hide = (viewer: keyof typeof units, ...owners: (keyof typeof units)[]) => {
    hidden[viewer] = new Set(owners.flatMap((o) => [...marks[o]]).filter((mark) => !marks[viewer].has(mark)));
  };
  hide('company', 'school', 'platform', 'contractor2', 'agent2');
  hide('school', 'company', 'platform', 'contractor2', 'agent2');
  hide('contractor', 'platform', 'contractor2', 'agent2');
  hide('contractor2', 'school', 'company', 'contractor', 'agent', 'platform', 'agent2');
  hide('agent', 'platform', 'agent2');
  hide('agent2', 'school', 'company', 'contractor', 'contractor2', 'agent', 'platform');
});
afterAll(() => app?.stop());

const registry = () => app.services.registry;
/** So many records of an account are looked into for lines. */
const ownersTried = 4;
const watched = () => Object.keys(hidden) as DemoAccount[];

describe('the walk itself', () => {
  it('has records to look for, and pages to look on', () => {
    expect(registry().all.length).toBeGreaterThan(50);
    expect(hidden.company!.size).toBeGreaterThan(500);
    expect(hidden.agent2!.size).toBeGreaterThan(1000);
    expect(leaks({ rows: [{ id: [...hidden.company!][0] }] }, hidden.company!)).toHaveLength(1);
  });

  it('sees its own unit: every account of an area finds rows on most of its lists', async () => {
    const empty: string[] = [];
    let lists = 0;
    for (const account of ['school', 'company'] as const)
      await each(
        pagesFor(registry(), account).filter((e) => e.binding.list && e.page.kind !== 'settings'),
        async (entry) => {
          lists += 1;
          if ((await rowIds(app, entry.path, tokens[account])).length === 0) empty.push(`${account} ${entry.path}`);
        },
      );
    expect(empty.length, empty.join('\n')).toBeLessThan(lists / 2);
  });
});

describe('without a token', () => {
  it('every verb answers 401 and errorcode 1001', async () => {
    const faults: string[] = [];
    await each(
      registry().all.flatMap((entry) => [...verbsAt(entry), 'options'].map((verb) => ({ entry, verb }))),
      async ({ entry, verb }) => {
        const answer = await app.post(entry.path, verb, { id: 1 });
        if (answer.status !== 401 || answer.body.errorcode !== 1001)
          faults.push(told('nobody', entry.path, verb, answer));
      },
    );
    expect(faults).toEqual([]);
  });

  it('a made-up token is no token', async () => {
    for (const token of ['x', 'A'.repeat(43), `${tokens.school.slice(0, 42)}_`, "' or 1=1 --"]) {
      const answer = await app.post('/admin/organization/user', 'query', {}, token);
      expect([answer.status, answer.body.errorcode]).toEqual([401, 1001]);
    }
  });
});

describe('outside one’s area', () => {
  it('every verb is 403, choices too unless a page of one’s own cites them, and then nothing is given away', async () => {
    const faults: string[] = [];
    const calls = accounts.flatMap((account) =>
      registry()
        .all.filter((entry) => !workersOf(entry.path).includes(account) && !entry.page.everyone)
        .flatMap((entry) => [...verbsAt(entry), 'options'].map((verb) => ({ account, entry, verb }))),
    );
    await each(calls, async ({ account, entry, verb }) => {
      const answer = await app.post(entry.path, verb, { id: unknownId, size: 200 }, tokens[account]);
      if (verb !== 'options' && (answer.status !== 403 || answer.body.errorcode !== 1003))
        faults.push(told(account, entry.path, verb, answer));
      const shown = leaks(answer.body, hidden[account] ?? new Set());
      if (shown.length > 0) faults.push(told(account, entry.path, verb, answer, `leaks ${shown.slice(0, 5)}`));
    });
    expect(faults).toEqual([]);
  });
});

describe('a role without the grant', () => {
  it.each([
    ['school', 'organization'],
    ['contractor', 'contractor'],
    ['agent', 'agent'],
    ['platform', 'platform'],
  ] as const)('of %s: every verb but the granted one is 403', async (owner, area) => {
    const granted = pagesFor(registry(), owner).find(
      (e) => e.binding.list && !e.page.everyone && !e.page.of && e.path.includes(`/${area}/`),
    )!;
    const token = await hire(app, owner, area, [`${granted.path}#query`]);
    const faults: string[] = [];
    await each(
      registry().all.flatMap((entry) => verbsAt(entry).map((verb) => ({ entry, verb }))),
      async ({ entry, verb }) => {
        // What belongs to a page is open with it.
        const open = entry.page.everyone || entry.path === granted.path || entry.path.startsWith(`${granted.path}/`);
        if (open) return;
        const answer = await app.post(entry.path, verb, { id: unknownId }, token);
        if (answer.status !== 403 || answer.body.errorcode !== 1003) faults.push(told(owner, entry.path, verb, answer));
      },
    );
    expect(faults).toEqual([]);
    const reads = await app.post(granted.path, 'query', {}, token);
    expect(reads.status).toBe(200);
  });
});

describe('within one’s area', () => {
  it('lists, choices and reports show nothing of another unit', async () => {
    const faults: string[] = [];
    const calls = watched().flatMap((account) => pagesFor(registry(), account).map((entry) => ({ account, entry })));
    await each(calls, async ({ account, entry }) => {
      const token = tokens[account];
      const verbs = ['options', ...verbsAt(entry).filter((v) => ['query', 'sums', 'get'].includes(v))];
      verbs.push(...Object.keys(entry.binding.verbs ?? {}));
      const groups = entry.page.report?.groups?.map((g) => g.value) ?? [undefined];
      for (const verb of verbs)
        for (const group of verb === 'query' ? groups : [undefined]) {
          const body = { size: verb === 'options' ? 200 : 100, ...(group ? { search: { group } } : {}) };
          const answer = await app.post(entry.path, verb, body, token);
          const shown = leaks(answer.body, hidden[account]!);
          if (shown.length > 0) faults.push(told(account, entry.path, verb, answer, `leaks ${shown.slice(0, 5)}`));
          if (answer.status >= 500) faults.push(told(account, entry.path, verb, answer));
        }
    });
    expect(faults).toEqual([]);
  });

  it('the shell’s own calls show nothing of another unit', async () => {
    const faults: string[] = [];
    const paths = Object.entries(
      (await app.request('GET', '/api/openapi.json')).body.paths as Record<string, Record<string, unknown>>,
    ).filter(([path]) => !registry().at(path.slice(4, path.lastIndexOf('/'))) && path !== '/api/admin/logout');
    for (const account of watched())
      for (const [path, methods] of paths) {
        const method = 'get' in methods ? 'GET' : 'POST';
        const answer = await app.request(method, path, {
          headers: {
            authorization: `Bearer ${tokens[account]}`,
            ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
          },
          ...(method === 'POST' ? { body: '{}' } : {}),
        });
        const shown = leaks(answer.body, hidden[account]!);
        if (shown.length > 0) faults.push(told(account, path, method, answer, `leaks ${shown.slice(0, 5)}`));
      }
    expect(faults).toEqual([]);
  });

  it('another unit’s membership cannot be switched to', async () => {
    const member = await app.services.db
      .selectFrom('employee as e')
      .innerJoin('account as a', 'a.id', 'e.account_id')
      .select(['e.id', 'e.unit_type as type'])
      .where('a.login_name', '=', 'school')
      .executeTakeFirstOrThrow();
    const answer = await app.request(
      'GET',
      `/api/admin/agent/employee/Change_user_token?id=${member.id}&type=${member.type}`,
      { headers: { authorization: `Bearer ${tokens.company}` } },
    );
    expect(answer.body.errorcode).not.toBe(0);
    expect(answer.body.token).toBeUndefined();
  });
});

describe('records of another unit', () => {
  /** What the twin sees on a page and the account does not. */
  async function twinsOnly(account: DemoAccount, path: string): Promise<number[]> {
    const twin = twins[account];
    const seen = twin ? await rowIds(app, path, tokens[twin]) : [];
    const own = new Set(await rowIds(app, path, tokens[account]));
    return seen.filter((id) => !own.has(id));
  }

  /** Ids the account must not reach on a page; lines are seen only inside their record. */
  async function foreignIds(account: DemoAccount, { path, page }: Registered): Promise<number[]> {
    const by = page.of?.by;
    if (!by) return (await twinsOnly(account, path)).slice(0, 2);
    for (const owner of (await twinsOnly(account, ownerPath(path))).slice(0, ownersTried)) {
      const lines = await rowIds(app, path, tokens[twins[account]!], { [by]: owner });
      if (lines.length > 0) return lines.slice(0, 2);
    }
    return [];
  }

  it.each(Object.keys(twins) as DemoAccount[])(
    '%s reaches none of its twin’s, and nothing unknown; nothing is written',
    async (account) => {
      const victim = units[twins[account] as 'school'];
      const before = await digestOf(app.services.pool, victim);
      const faults: string[] = [];
      const lines: string[] = [];
      let tried = 0;
      await each(
        pagesFor(registry(), account).filter((entry) => verbsOnRecord(entry).length > 0),
        async (entry) => {
          const ids = [unknownId, ...(await foreignIds(account, entry))];
          if (entry.page.of?.by && ids.length > 1) lines.push(entry.path);
          for (const { verb, body } of verbsOnRecord(entry))
            for (const id of ids) {
              tried += 1;
              const answer = await app.post(entry.path, verb, body(id), tokens[account]);
              if (answer.status !== 404 || answer.body.errorcode !== 1004)
                faults.push(told(account, entry.path, verb, answer));
              const shown = leaks(answer.body, hidden[account]!).filter((mark) => mark !== String(id));
              if (shown.length > 0) faults.push(told(account, entry.path, verb, answer, `leaks ${shown.slice(0, 5)}`));
            }
        },
      );
      expect(faults).toEqual([]);
      expect(tried).toBeGreaterThan(20);
      expect(lines.length).toBeGreaterThan(2);
      expect(await digestOf(app.services.pool, victim)).toEqual(before);
    },
  );

  it.each([
    // How many pages of lines are refused at least with a record of the twin, and how many show lines of one's own.
    ['company', 20, 20],
    ['school', 20, 20],
    ['contractor', 0, 20],
    ['contractor2', 20, 0],
    ['agent', 0, 2],
    ['agent2', 3, 0],
  ] as const)('%s is shown the lines of its own records, and of no other', async (account, refusals, sights) => {
    const faults: string[] = [];
    const [refused, shown] = [new Set<string>(), new Set<string>()];
    await each(
      pagesFor(registry(), account).filter((entry) => entry.page.of?.by),
      async (entry) => {
        const ask = (verb: string, owner: number) =>
          app.post(entry.path, verb, { size: 100, search: { [entry.page.of!.by!]: owner } }, tokens[account]);
        const verbs = verbsAt(entry).filter((v) => ['query', 'sums', 'export'].includes(v));
        const [foreign] = await twinsOnly(account, ownerPath(entry.path));
        for (const owner of foreign ? [unknownId, foreign] : [unknownId])
          for (const verb of verbs) {
            const answer = await ask(verb, owner);
            if (answer.status !== 404 || answer.body.errorcode !== 1004)
              faults.push(told(account, entry.path, verb, answer));
            else if (owner === foreign) refused.add(entry.path);
          }
        for (const owner of (await rowIds(app, ownerPath(entry.path), tokens[account])).slice(0, ownersTried)) {
          const answer = await ask('query', owner);
          const leaked = leaks(answer.body, hidden[account]!);
          if (answer.body.errorcode !== 0 || leaked.length > 0)
            faults.push(told(account, entry.path, 'query', answer, `leaks ${leaked.slice(0, 5)}`));
          if ((answer.body.data as { rows?: unknown[] } | null)?.rows?.length) shown.add(entry.path);
        }
      },
    );
    expect(faults).toEqual([]);
    expect(refused.size).toBeGreaterThanOrEqual(refusals);
    expect(shown.size).toBeGreaterThanOrEqual(sights);
  });

  it('choosing by another unit’s ids finds none', async () => {
    const faults: string[] = [];
    for (const account of Object.keys(twins) as DemoAccount[])
      await each(
        registry().all.filter((e) => e.binding.options),
        async (entry) => {
          const own = new Set(await optionIds(app, entry.path, tokens[account]));
          const foreign = (await optionIds(app, entry.path, tokens[twins[account]!])).filter(
            (id) => !own.has(id) && hidden[account]!.has(String(id)),
          );
          if (foreign.length === 0) return;
          const answer = await app.post(entry.path, 'options', { ids: foreign }, tokens[account]);
          const shown = leaks(answer.body, hidden[account]!);
          if (shown.length > 0) faults.push(told(account, entry.path, 'options', answer, `leaks ${shown.slice(0, 5)}`));
        },
      );
    expect(faults).toEqual([]);
  });

  it('searching by another unit’s ids finds nothing', async () => {
    const faults: string[] = [];
    for (const account of ['school', 'company'] as const)
      await each(pagesFor(registry(), account), async (entry) => {
        for (const item of entry.page.list?.search ?? []) {
          const key = typeof item === 'string' ? item : item.key;
          const source = entry.page.fields[key]?.source;
          if (!source) continue;
          const [foreign] = (await optionIds(app, source, tokens[twins[account]!])).filter((id) =>
            hidden[account]!.has(String(id)),
          );
          if (foreign === undefined) continue;
          const answer = await app.post(entry.path, 'query', { search: { [key]: [foreign] } }, tokens[account]);
          const rows = ((answer.body.data as { rows?: Record<string, unknown>[] } | null)?.rows ?? []).filter(
            // A statement of nothing still has its opening and closing lines, a day without anybody its line of what is not known.
            (row) => Object.entries(row).some(([k, v]) => k.endsWith('Fen') && v !== 0 && v !== null),
          );
          if (answer.status >= 500 || rows.length > 0)
            faults.push(told(account, entry.path, key, answer, `${rows.length} rows`));
        }
      });
    expect(faults).toEqual([]);
  });
});

describe('references to another unit’s records', () => {
  const refused = (fields: Readonly<Record<string, string>> | undefined, key: string) =>
    fields?.[key]?.includes('不存在');

  it.each(Object.keys(twins) as DemoAccount[])(
    '%s: create, update and dialogs refuse them at the field',
    async (account) => {
      const victim = units[twins[account] as 'school'];
      const before = await digestOf(app.services.pool, victim);
      const token = tokens[account];
      const twinToken = tokens[twins[account]!];
      const faults: string[] = [];
      let tried = 0;
      const own = new Map<string, number[]>();
      const foreign = new Map<string, number | undefined>();
      const sources = new Set(
        registry().all.flatMap((e) => Object.values(e.page.fields).flatMap((f) => f.source ?? [])),
      );
      await each([...sources], async (source) => {
        own.set(source, await optionIds(app, source, token));
        foreign.set(
          source,
          (await optionIds(app, source, twinToken)).find((id) => hidden[account]!.has(String(id))),
        );
      });
      const pick = (source: string) => own.get(source)?.[0];
      const alien = (fields: Record<string, { kind: string; source?: string }>, key: string) => {
        const id = foreign.get(fields[key]!.source!);
        return id === undefined ? undefined : fields[key]!.kind === 'refs' ? [id] : id;
      };
      await each(pagesFor(registry(), account), async (entry) => {
        const { fields } = entry.page;
        const [row] =
          entry.binding.update && entry.page.kind !== 'settings' ? await rowIds(app, entry.path, token) : [];
        for (const key of refKeys(entry)) {
          const value = alien(fields, key);
          if (value === undefined) continue;
          const values = showing(fields, { ...sampleValues(fields, formKeys(entry.page), pick), [key]: value }, key);
          // Where no sample fits a field of its own kind, the answer would speak of that field alone.
          if (entry.binding.create && fits(fields, values)) {
            tried += 1;
            const answer = await app.post(entry.path, 'create', values, token);
            // Nothing is looked at before the second person has signed.
            if (entry.page.form?.witness && answer.body.errorcode === 1020) continue;
            if (!refused(answer.body.fields, key)) faults.push(told(account, entry.path, `create ${key}`, answer));
          }
          if (row !== undefined && !fields[key]!.createOnly) {
            tried += 1;
            const answer = await app.post(entry.path, 'update', { id: row, [key]: value }, token);
            if (!refused(answer.body.fields, key)) faults.push(told(account, entry.path, `update ${key}`, answer));
          }
        }
        for (const { key: verb, form } of rowActions(entry))
          for (const key of Object.keys(form ?? {}).filter((k) => form![k]!.source)) {
            const value = alien(form!, key);
            if (value === undefined) continue;
            for (const id of await rowIds(app, entry.path, token)) {
              const values = showing(form!, { ...sampleValues(form!, Object.keys(form!), pick), [key]: value }, key);
              const answer = await app.post(entry.path, verb, { id, ...values }, token);
              if ([1203, 1204].includes(answer.body.errorcode)) continue; // the row is in no state for it: try the next
              tried += 1;
              if (!refused(answer.body.fields, key)) faults.push(told(account, entry.path, `${verb} ${key}`, answer));
              break;
            }
          }
      });
      expect(faults).toEqual([]);
      if (account === 'company' || account === 'school') expect(tried).toBeGreaterThan(20);
      expect(await digestOf(app.services.pool, victim)).toEqual(before);
    },
  );
});

describe('terminals', () => {
  it('know and charge only their own organization’s people', async () => {
    const terminal = await pairTerminal(app, 'school');
    const people = await terminal.send('GET', '/api/device/v1/people?since=0&limit=2000');
    expect((people.body.data as { entries: unknown[] }).entries.length).toBeGreaterThan(20);
    expect(leaks(people.body, hidden.school!)).toEqual([]);

    const before = await digestOf(app.services.pool, units.company);
    const { card_no: cardNo, person_id: foreign } = await app.services.db
      .selectFrom('card')
      .select(['card_no', 'person_id'])
      .where('person_id', 'in', await rowIds(app, '/admin/organization/user', tokens.company))
      .where('status', '=', 'NORMAL')
      .executeTakeFirstOrThrow();
    const swipe = { mode: 'FIXED', identify: 'CARD', time: app.clock.now() };
    for (const body of [
      { ...swipe, cardNo },
      { ...swipe, personId: foreign },
    ]) {
      const online = await terminal.send('POST', '/api/device/v1/consume', JSON.stringify(body));
      expect(online.body.errorcode, online.body.errormsg).not.toBe(0);
      // What was sent may be named in the refusal.
      expect(leaks(online.body, hidden.school!).filter((m) => m !== String(foreign) && m !== cardNo)).toEqual([]);
    }
    const records = JSON.stringify({ records: [{ ...swipe, cardNo, epoch: terminal.epoch, seq: 900 }] });
    const uploaded = await terminal.send('POST', '/api/device/v1/records', records);
    expect(JSON.stringify(uploaded.body)).not.toContain('POSTED');
    expect(leaks(uploaded.body, hidden.school!)).toEqual([]);
    expect(await digestOf(app.services.pool, units.company)).toEqual(before);
  });

  it('cannot speak for another terminal', async () => {
    const terminal = await pairTerminal(app, 'school');
    const other = await pairTerminal(app, 'company');
    const answer = await terminal.send('GET', '/api/device/v1/people?since=0', '', { device: other.deviceId });
    expect(answer.body.errorcode).not.toBe(0);
    expect(answer.status).toBe(401);
    expect(leaks(answer.body, hidden.school!)).toEqual([]);
  });
});
