/**
 * Throws made-up requests at everything the OpenAPI describes: whatever comes, the answer is the envelope with a proper
 * status and words a clerk can read, never a 5xx. A plain run repeats itself; FUZZ_SEED (a number, or «random») throws
 * others, FUZZ_RUNS sets the bodies per operation.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkInvariants } from '../../src/domains/wallet/testing.ts';
import type { Field, Fields } from '../../src/kit/define/field.ts';
import { formKeys } from '../../src/kit/define/form.ts';
import { searchFields } from '../../src/kit/define/page.ts';
import { dateAt } from '../../src/kit/server/clock.ts';
import { type Answer, type DemoAccount, firstIdBlock, startTestServer, type TestApp } from '../support/server.ts';
import { bodiesFor, junk } from './fuzz-bodies.ts';
import { sampleValues, showing } from './samples.ts';
import { pairTerminal, type Terminal } from './terminal.ts';
import { accounts, each, optionIds, rowActions, rowIds, workersOf } from './walk.ts';

const { FUZZ_SEED = '20261120' } = process.env;
const seed = FUZZ_SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(FUZZ_SEED);
const runs = Number(process.env.FUZZ_RUNS ?? 6);

const patienceMs = 120_000 + runs * 60_000;

let app: TestApp;
let terminal: Terminal;
const tokens = {} as Record<DemoAccount, string>;
const recent: string[] = [];

beforeAll(async () => {
  process.stdout.write(`fuzz: FUZZ_SEED=${seed} FUZZ_RUNS=${runs}\n`);
  app = await startTestServer();
  for (const account of accounts) tokens[account] = await app.login(account);
  terminal = await pairTerminal(app, 'school');
});
afterAll(() => app?.stop());

const innerWords = /undefined|\[object|NaN|SQL|syntax error|pg_|column "|relation "|violates|Error:/;

/** What is wrong with an answer; undefined when nothing is. Words of `sent` may come back in a message. */
function fault({ status, body }: Answer, sent = ''): string | undefined {
  if (![200, 400, 401, 403, 404, 429].includes(status))
    return `status ${status}: ${String(body.errormsg).slice(0, 200)}`;
  if (!Number.isInteger(body.errorcode) || body.errorcode < 0 || typeof body.errormsg !== 'string')
    return 'no envelope';
  if (status !== 200 && body.errorcode === 0) return `success with status ${status}`;
  if (body.errorcode !== 0 && !/\p{Script=Han}/u.test(body.errormsg)) return `no words: ${body.errormsg}`;
  const inner = innerWords.exec(body.errormsg)?.[0];
  return inner && !sent.includes(inner) ? `inner words: ${body.errormsg.slice(0, 200)}` : undefined;
}

const repeatable = (text: string) => [...text].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) | 0, seed);

/** Bodies that JSON can carry, the same for the same seed. */
const bodies = (path: string, schema: object, ids: readonly number[], count = runs): string[] =>
  fc
    .sample(bodiesFor(schema as Record<string, unknown>, ids), { seed: repeatable(path), numRuns: count })
    .map((body) => JSON.stringify(body) ?? 'null');

/** Pages whose commands could take the fuzz's own accounts, units or sign-ins away. */
const keepsOut = /\/(account|employee|role|admin|menu|user_info|passwd_user|agent|contractor|organization)$/;

/** What a chooser left empty is sent as by those who do not know better. */
const noIds: readonly unknown[] = ['', 0, []];

type Operation = { requestBody?: { content: Record<string, { schema: object }> } };

it('answers every operation of the API in the envelope, whatever the body', { timeout: patienceMs }, async () => {
  const description = (await app.request('GET', '/api/openapi.json')).body;
  const paths = Object.entries(description.paths as Record<string, Record<string, Operation>>);
  const faults: string[] = [];
  const counted = new Map<number, number>();
  await each(paths, async ([path, item]) => {
    const page = path.slice('/api'.length, path.lastIndexOf('/'));
    const workers = app.services.registry.at(page) ? workersOf(page) : accounts;
    for (const [method, operation] of Object.entries(item)) {
      if (path.endsWith('/logout') || path.startsWith('/health')) continue;
      const account = workers[Math.abs(repeatable(path)) % workers.length]!;
      const token = tokens[account];
      const known = keepsOut.test(page) ? [] : (await rowIds(app, page, token)).slice(0, 20);
      const schema = operation.requestBody?.content['application/json']?.schema ?? {};
      for (const body of bodies(path, schema, known)) {
        const answer = await app.request(method.toUpperCase(), path, {
          headers: {
            authorization: `Bearer ${token}`,
            ...(method === 'post' ? { 'content-type': 'application/json' } : {}),
          },
          ...(method === 'post' ? { body } : {}),
        });
        counted.set(answer.status, (counted.get(answer.status) ?? 0) + 1);
        const wrong = answer.body.errorcode === -1 && answer.status === 200 ? undefined : fault(answer, body);
        if (wrong) faults.push(`${account} ${method} ${path} ${body.slice(0, 300)} → ${wrong}`);
        recent.push(path);
      }
    }
  });
  expect(faults, `${faults.join('\n')}\n${app.errors.slice(0, 20).join('\n')}`).toEqual([]);
  expect(counted.get(200)).toBeGreaterThan(counted.get(401) ?? 0);
  process.stdout.write(`fuzz: ${recent.length} requests, by status ${JSON.stringify([...counted])}\n`);
});

it('takes any search, order and page of every list', { timeout: patienceMs }, async () => {
  const faults: string[] = [];
  await each(
    app.services.registry.all.filter((e) => e.binding.list || e.binding.query),
    async (entry) => {
      const account = workersOf(entry.path)[0]!;
      const columns = entry.page.list?.columns ?? [];
      const wild = fc.record(
        {
          page: fc.constantFrom<unknown>(1, 0, -1, 1.5, 99_999, 100_000, 100_001, '1', null),
          size: fc.constantFrom<unknown>(20, 0, -5, 500, 501, 1e9, '20'),
          sort: fc.constantFrom<unknown>(
            null,
            '',
            '-',
            '--id',
            'id; drop table person',
            ...columns,
            ...columns.map((c) => `-${c}`),
          ),
        },
        { requiredKeys: [] },
      );
      for (const body of fc.sample(wild, { seed: repeatable(entry.path), numRuns: runs })) {
        const answer = await app.post(entry.path, 'query', body, tokens[account]);
        const wrong = fault(answer, JSON.stringify(body));
        if (wrong) faults.push(`${entry.path} ${JSON.stringify(body)} → ${wrong}`);
      }
      const asked = searchFields(entry.page).flatMap(({ key }) =>
        entry.page.fields[key]?.kind === 'ref' ? [key] : [],
      );
      for (const key of asked)
        for (const none of noIds) {
          const wrong = fault(
            await app.post(entry.path, 'query', { search: { [key]: none }, size: 1 }, tokens[account]),
          );
          if (wrong) faults.push(`${entry.path} ${key}: ${JSON.stringify(none)} → ${wrong}`);
        }
      for (const column of columns)
        for (const sort of [column, `-${column}`]) {
          const wrong = fault(await app.post(entry.path, 'query', { sort, size: 1 }, tokens[account]));
          if (wrong) faults.push(`${entry.path} sort ${sort} → ${wrong}`);
        }
    },
  );
  expect(faults, `${faults.join('\n')}\n${app.errors.slice(0, 20).join('\n')}`).toEqual([]);
});

/** What somebody may ask of a search field, right and far out. */
function conditionsOf({ kind, choices }: Field, range: boolean): readonly unknown[] {
  const day = dateAt(app.services.clock.now());
  if (kind === 'date' || kind === 'time')
    return range
      ? [
          [day, day],
          ['0001-01-01', '9999-12-31'],
          [null, '9999-12-31'],
        ]
      : [day, '9999-12-31'];
  if (range) return [[1, 100]];
  if (choices) return [[choices[0]!.value]];
  if (kind === 'ref' || kind === 'refs' || kind === 'region') return [[firstIdBlock * 1000]];
  // Between two of a number is asked of any.
  if (kind === 'int') return [7, [1, 100]];
  return kind === 'bool' ? [true] : ['一卡通 1', '13800000000'];
}

it('takes each condition of every list by itself, rows and totals', { timeout: patienceMs }, async () => {
  const faults: string[] = [];
  let asked = 0;
  await each(
    app.services.registry.all.filter((e) => e.binding.list || e.binding.query),
    async (entry) => {
      const account = workersOf(entry.path)[0]!;
      for (const { key, range } of searchFields(entry.page))
        for (const value of conditionsOf(entry.page.fields[key] ?? ({ kind: 'text' } as Field), range === true))
          for (const verb of ['query', 'sums']) {
            const answer = await app.post(entry.path, verb, { size: 1, search: { [key]: value } }, tokens[account]);
            asked += 1;
            const wrong = fault(answer, String(value));
            if (wrong) faults.push(`${entry.path}/${verb} ${key} ${JSON.stringify(value)} → ${wrong}`);
          }
    },
  );
  expect(faults, `${faults.join('\n')}\n${app.errors.slice(0, 20).join('\n')}`).toEqual([]);
  process.stdout.write(`fuzz: ${asked} conditions\n`);
});

it('leaves settings that are not sent as they are', async () => {
  const changed: string[] = [];
  for (const account of accounts)
    for (const { path, binding } of app.services.registry.all.filter((e) => e.binding.get && e.binding.update)) {
      if (binding.list || keepsOut.test(path) || !workersOf(path).includes(account)) continue;
      const settings = async () => (await app.post(path, 'get', {}, tokens[account])).body;
      const before = await settings();
      if (before.errorcode !== 0) continue;
      const saved = await app.post(path, 'update', {}, tokens[account]);
      const after = (await settings()).data as object;
      const told = { ...(before.data as object), version: 0, updatedAt: '' };
      if (
        saved.body.errorcode !== 0 ||
        JSON.stringify(told) !== JSON.stringify({ ...after, version: 0, updatedAt: '' })
      )
        changed.push(
          `${account} ${path} ${saved.body.errormsg} ${JSON.stringify(told)} → ${JSON.stringify(after)}`.slice(0, 600),
        );
    }
  expect(changed, `${changed.join('\n')}\n${app.errors.slice(0, 20).join('\n')}`).toEqual([]);
});

it('takes one wrong value at a time in forms that are right otherwise', { timeout: patienceMs }, async () => {
  const faults: string[] = [];
  let posted = 0;
  await each(
    app.services.registry.all.filter((e) => !keepsOut.test(e.path)),
    async (entry) => {
      const account = workersOf(entry.path)[0]!;
      const token = tokens[account];
      const chosen = new Map<string, number | undefined>();
      const sources = Object.values({
        ...entry.page.fields,
        ...Object.assign({}, ...rowActions(entry).map((a) => a.form ?? {})),
      });
      for (const { source } of sources as Field[])
        if (source && !chosen.has(source)) chosen.set(source, (await optionIds(app, source, token))[0]);
      const pick = (source: string) => chosen.get(source);
      const [row] = entry.binding.list ? await rowIds(app, entry.path, token) : [];
      const forms: [string, Fields, readonly string[], object][] = [
        ...(entry.binding.create && entry.page.form
          ? [['create', entry.page.fields, formKeys(entry.page), {}] as never]
          : []),
        ...(entry.binding.update && entry.page.form
          ? [['update', entry.page.fields, formKeys(entry.page), { id: row }] as never]
          : []),
        ...rowActions(entry).map((a) => [a.key, a.form ?? {}, Object.keys(a.form ?? {}), { id: row }] as never),
      ];
      for (const [verb, fields, keys, base] of forms)
        for (const key of keys)
          for (const wrong of [
            ...(fields[key]?.kind === 'ref' ? noIds : []),
            ...fc.sample(junk, { seed: repeatable(`${entry.path}${verb}${key}`), numRuns: Math.ceil(runs / 2) }),
          ]) {
            const body = { ...base, ...showing(fields, sampleValues(fields, keys, pick), key), [key]: wrong };
            const answer = await app.post(entry.path, verb, body, token);
            posted += 1;
            const why = fault(answer, JSON.stringify(body));
            if (why) faults.push(`${account} ${entry.path}/${verb} ${JSON.stringify(body).slice(0, 400)} → ${why}`);
          }
    },
  );
  expect(faults, `${faults.join('\n')}\n${app.errors.slice(0, 20).join('\n')}`).toEqual([]);
  process.stdout.write(`fuzz: ${posted} forms with one wrong value\n`);
});

it('takes any signed request of a terminal', { timeout: patienceMs }, async () => {
  const known = await app.services.db.selectFrom('card').select('card_no as no').limit(20).execute();
  const swipe: Record<string, fc.Arbitrary<unknown>> = {
    cardNo: fc.constantFrom(...known.map((c) => c.no), '0', "1'--", '卡', 'x'.repeat(40)),
    personId: fc.constantFrom<unknown>(1, 0, -1, 8_999_999_999_999, '1'),
    mode: fc.constantFrom('FIXED', 'AMOUNT', 'COUNT', ''),
    amountFen: fc.constantFrom<unknown>(1, 1500, 0, -5, 9_999_999, 10_000_000, 1.5, '5', null),
    identify: fc.constantFrom('CARD', 'FACE', 'QR', 'THUMB'),
    time: fc.constantFrom<unknown>(app.clock.now(), 0, -1, 1, 8.64e15 + 1, 9e15, 'now'),
    epoch: fc.constantFrom<unknown>(1, 0, 2, 99, '1'),
    seq: fc.oneof(fc.nat(60), fc.constantFrom<unknown>(-1, 2 ** 53, 9_007_199_254_740_991, '1')),
    offsetMs: fc.constantFrom<unknown>(0, -5000, 8.64e15, 1.5, 'x'),
  };
  const record = fc.record(swipe, { requiredKeys: [] });
  const records = fc.record({
    records: fc.oneof(fc.array(fc.oneof(record, fc.jsonValue()), { maxLength: 5 }), fc.jsonValue()),
  });
  const beat = fc.record(
    {
      clock: fc.constantFrom<unknown>(app.clock.now(), 0, -1, 9e15, 'x'),
      offlineCount: fc.constantFrom<unknown>(0, -1, 2 ** 31, 2 ** 53 - 1),
      listVersion: fc.constantFrom<unknown>(0, 2 ** 53 - 1, null),
      lastSeq: fc.constantFrom<unknown>(0, 70, 2 ** 53 - 1),
      firmware: fc.constantFrom<unknown>('1.0', 'a\u0000', '饭'.repeat(50), 7),
      results: fc.constantFrom<unknown>(undefined, [], [{ id: 1, ok: true, message: 'a\u0000' }], [null], 'x'),
    },
    { requiredKeys: [] },
  );
  const base = '/api/device/v1';
  const faults: string[] = [];
  const tries: ['GET' | 'POST', string, fc.Arbitrary<unknown>][] = [
    ['POST', `${base}/consume`, record],
    ['POST', `${base}/records`, records],
    ['POST', `${base}/heartbeat`, beat],
    ['POST', `${base}/consume`, fc.jsonValue()],
    ['POST', `${base}/pushes`, fc.record({ results: fc.oneof(fc.array(junk, { maxLength: 3 }), junk) })],
    ['GET', `${base}/face?push=1`, fc.constant(undefined)],
    ['GET', `${base}/face?push=%00`, fc.constant(undefined)],
    ['GET', `${base}/people?pushes=9007199254740993`, fc.constant(undefined)],
    ['GET', `${base}/people?since=0&limit=5`, fc.constant(undefined)],
    ['GET', `${base}/people?since=-1&limit=a`, fc.constant(undefined)],
    ['GET', `${base}/people?since=1&since=2`, fc.constant(undefined)],
    ['GET', `${base}/people?since=9007199254740991&limit=99999999`, fc.constant(undefined)],
  ];
  for (const [method, path, bodies] of tries)
    for (const body of fc.sample(bodies, { seed: repeatable(path), numRuns: runs * 4 })) {
      const text = body === undefined ? '' : JSON.stringify(body);
      const answer = await terminal.send(method, path, text);
      const wrong = fault(answer, text);
      if (wrong) faults.push(`${path} ${text.slice(0, 300)} → ${wrong}`);
    }
  expect(faults, `${faults.join('\n')}\n${app.errors.slice(0, 20).join('\n')}`).toEqual([]);
});

it('takes bodies that are no bodies: types, encodings, sizes, depths, addresses', async () => {
  const authorization = `Bearer ${tokens.school}`;
  const url = `${app.origin}/api/admin/organization/user/query`;
  const send = async (init: RequestInit & { duplex?: 'half' }, to = url): Promise<Answer> => {
    const answer = await fetch(to, { method: 'POST', ...init, headers: { authorization, ...init.headers } });
    const text = await answer.text();
    return { status: answer.status, body: JSON.parse(text || '{}') as Answer['body'] };
  };
  const json = { 'content-type': 'application/json' };
  const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
  const tries: [string, () => Promise<Answer>][] = [
    ['broken JSON', () => send({ headers: json, body: '{"page": 1' })],
    ['JSON text', () => send({ headers: json, body: '"page"' })],
    ['JSON null', () => send({ headers: json, body: 'null' })],
    ['JSON array', () => send({ headers: json, body: '[1]' })],
    ['no type', () => send({ body: new Uint8Array([123, 125]) })],
    ['text/plain', () => send({ headers: { 'content-type': 'text/plain' }, body: '{}' })],
    ['application/xml', () => send({ headers: { 'content-type': 'application/xml' }, body: '<a/>' })],
    ['form', () => send({ body: new URLSearchParams({ page: '1' }) })],
    ['multipart', () => send({ body: multipart() })],
    ['broken multipart', () => send({ headers: { 'content-type': 'multipart/form-data' }, body: 'x' })],
    ['a strange charset', () => send({ headers: { 'content-type': 'application/json; charset=gb2312' }, body: '{}' })],
    [
      'bytes that are no UTF-8',
      () => send({ headers: json, body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) }),
    ],
    ['60,000 arrays deep', () => send({ headers: json, body: deep('[', ']', 60_000) })],
    ['a deep search', () => send({ headers: json, body: `{"search":{"name":${deep('[', ']', 20_000)}}}` })],
    ['2 MB and more', () => send({ headers: json, body: JSON.stringify({ keyword: '饭'.repeat(800_000) }) })],
    [
      'ten thousand keys',
      () =>
        send({
          headers: json,
          body: JSON.stringify({ search: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, i])) }),
        }),
    ],
    ['__proto__', () => send({ headers: json, body: '{"__proto__":{"page":2},"constructor":{"prototype":{"x":1}}}' })],
    [
      'an unknown page',
      () => send({ headers: json, body: '{}' }, `${app.origin}/api/admin/organization/nothing/query`),
    ],
    ['an unknown verb', () => send({ headers: json, body: '{}' }, url.replace('query', '__proto__'))],
    ['toString', () => send({ headers: json, body: '{}' }, url.replace('query', 'toString'))],
    ['constructor', () => send({ headers: json, body: '{}' }, url.replace('query', 'constructor'))],
    ['a bad escape', () => send({ headers: json, body: '{}' }, `${app.origin}/api/admin/%zz/query`)],
    ['a null byte', () => send({ headers: json, body: '{}' }, `${app.origin}/api/admin/%00/query`)],
    ['a long address', () => send({ headers: json, body: '{}' }, `${app.origin}/api/admin/${'a'.repeat(7000)}/query`)],
    ['GET', () => send({ method: 'GET' })],
    ['PUT', () => send({ method: 'PUT', headers: json, body: '{}' })],
    ['DELETE', () => send({ method: 'DELETE' })],
    ['upload of nothing', () => send({ headers: json, body: '{}' }, `${app.origin}/api/upload`)],
    ['upload of the wrong part', () => send({ body: multipart() }, `${app.origin}/api/upload`)],
    [
      'login as text',
      () => send({ headers: { 'content-type': 'text/plain' }, body: 'x' }, `${app.origin}/api/admin/login`),
    ],
    ['a download of nobody', () => send({ method: 'GET' }, `${app.origin}/api/admin/common/export_file?id=1&id=2`)],
    [
      'switching with words',
      () => send({ method: 'GET' }, `${app.origin}/api/admin/agent/employee/Change_user_token?id=a&type=%00`),
    ],
    [
      'pairing with a null byte',
      () =>
        send(
          { headers: json, body: JSON.stringify({ sn: 'a\u0000', pairingCode: '12345678' }) },
          `${app.origin}/api/device/v1/pair`,
        ),
    ],
    ['pairing with null', () => send({ headers: json, body: 'null' }, `${app.origin}/api/device/v1/pair`)],
    ['an unsigned swipe', () => send({ headers: json, body: '{}' }, `${app.origin}/api/device/v1/consume`)],
    [
      'a swipe signed by nobody',
      () =>
        send(
          {
            headers: {
              ...json,
              'x-device': '1',
              'x-epoch': '1',
              'x-seq': '1',
              'x-time': '1',
              'x-signature': '0'.repeat(64),
            },
            body: '{}',
          },
          `${app.origin}/api/device/v1/consume`,
        ),
    ],
  ];
  const faults: string[] = [];
  for (const [name, attempt] of tries) {
    try {
      const answer = await attempt();
      const wrong = fault(answer, name);
      if (wrong) faults.push(`${name} → ${wrong}`);
    } catch (error) {
      faults.push(`${name} → ${String(error)}`);
    }
  }
  expect(faults, `${faults.join('\n')}\n${app.errors.slice(0, 20).join('\n')}`).toEqual([]);
});

function multipart(): FormData {
  const form = new FormData();
  form.set('other', new Blob(['x']), 'x.exe');
  return form;
}

it('leaves the accounts whole: I1–I13 hold after all of it', async () => {
  expect(await checkInvariants(app.services.pool)).toEqual([]);
});
