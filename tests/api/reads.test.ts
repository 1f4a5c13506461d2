/** What a page says only reads (`reads`) runs outside a transaction: it opens none, and writes nothing. */
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../src/kit/define/field.ts';
import { formKeys } from '../../src/kit/define/form.ts';
import type { Action } from '../../src/kit/define/page.ts';
import { dateAt } from '../../src/kit/server/clock.ts';
import type { Registered } from '../../src/kit/server/page/registry.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { sampleValues } from './samples.ts';
import { accounts, optionIds, rowIds, workersOf } from './walk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestServer();
});
afterAll(() => app?.stop());

/** So many records are looked at with each verb. */
const recordsTried = 3;
const writes =
  /^\s*(begin|start transaction)|\binsert into\b|\bdelete from\b|\bupdate\s+"?\w+"?(\s+(as\s+)?"?\w+"?)?\s+set\b/i;

type Schema = { [key: string]: unknown; anyOf?: Schema[]; properties?: Record<string, Schema>; items?: Schema };
const today = () => dateAt(app.clock.now());
type Pick = (key: string) => number | undefined;

/** What a verb's schema may take, by its kinds and by the names its parts have everywhere. */
function sampleOf(schema: Schema, pick: Pick, key = ''): unknown {
  if (schema.enum) return (schema.enum as unknown[])[0];
  if (schema.anyOf) return sampleOf(schema.anyOf[0]!, pick, key);
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([k, one]) => [k, sampleOf(one, pick, k)]));
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, pick, key)];
  if (schema.type === 'integer') return key === 'year' ? Number(today().slice(0, 4)) : (pick(key) ?? 1);
  if (schema.type === 'boolean') return false;
  return key === 'month' ? today().slice(0, 7) : today();
}

const isSchema = (said: Fields | z.ZodType | undefined): said is z.ZodType => said instanceof z.ZodType;
const buttonsOf = ({ page }: Registered): Action[] =>
  [...(page.list?.row ?? []), ...(page.list?.tools ?? [])].filter((one) => typeof one !== 'string');

/** Where the page's form, its buttons and its verbs choose records. */
const sourcesOf = (entry: Registered): string[] =>
  [
    entry.page.fields,
    ...buttonsOf(entry).map(({ form }) => form ?? {}),
    ...Object.values(entry.binding.bodies ?? {}).filter((said) => !isSchema(said)),
  ].flatMap((fields) => Object.values(fields).flatMap(({ source }) => source ?? []));

/** A body for the verb, of whatever kind it is: what its definition, its button or its form asks. */
function bodyFor(entry: Registered, verb: string, options: ReadonlyMap<string, readonly number[]>): object {
  const { page, binding } = entry;
  const first = (source: string | undefined) => options.get(source ?? '')?.[0];
  const said = binding.verbs?.[verb]?.takes ?? binding.bodies?.[verb];
  if (isSchema(said))
    return sampleOf(z.toJSONSchema(said, { unrepresentable: 'any', io: 'input' }) as Schema, (key) =>
      first(page.fields[key.replace(/s$/, '')]?.source ?? page.fields[key]?.source),
    ) as object;
  const asked = said ?? buttonsOf(entry).find(({ key }) => key === verb)?.form;
  const keys = asked ? Object.keys(asked) : verb === 'preview' ? formKeys(page) : [];
  const values = sampleValues(asked ?? page.fields, keys, first);
  return { ...values, ...('month' in values ? { month: today().slice(0, 7) } : {}) };
}

test('verbs that only read open no transaction and write nothing', async () => {
  const { pool, registry } = app.services;
  const heard: string[] = [];
  const spied = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (spied.has(client)) return;
    spied.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    vi.spyOn(client, 'query').mockImplementation(((...args: unknown[]) => {
      const [said] = args;
      heard.push(typeof said === 'string' ? said : String((said as { text?: string }).text));
      return query(...args);
    }) as PoolClient['query']);
  });
  const faults = new Set<string>();
  const answered = new Set<string>();
  for (const account of accounts) {
    const entries = registry.all.filter((e) => e.binding.reads?.length && workersOf(e.path).includes(account));
    if (entries.length === 0) continue;
    const token = await app.login(account);
    const options = new Map<string, number[]>();
    for (const entry of entries) {
      const { path, binding } = entry;
      for (const source of sourcesOf(entry))
        if (!options.has(source)) options.set(source, await optionIds(app, source, token));
      const rows = binding.list ? (await rowIds(app, path, token)).slice(0, recordsTried) : [];
      for (const verb of binding.reads!)
        for (const id of rows.length > 0 ? rows : [undefined]) {
          heard.length = 0;
          const body = bodyFor(entry, verb, options);
          const answer = await app.post(path, verb, { ...body, ...(id ? { id } : {}) }, token);
          // A file is no envelope.
          if (answer.status === 200 && answer.body.errorcode <= 0) answered.add(`${path}/${verb}`);
          for (const text of heard) if (writes.test(text)) faults.add(`${path}/${verb}: ${text.slice(0, 80)}`);
        }
    }
  }
  vi.restoreAllMocks();
  expect([...faults]).toEqual([]);
  // Others are refused where the demo has nothing of the kind.
  expect(answered.size).toBeGreaterThan(70);
});
