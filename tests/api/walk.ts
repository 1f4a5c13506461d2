/** What the walks share: every verb of every page, who works where, and records of one unit to try with another's token. */

import { formKeys } from '../../src/kit/define/form.ts';
import { areaOf, verbsOf } from '../../src/kit/define/page.ts';
import type { Registered, Registry } from '../../src/kit/server/page/registry.ts';
import type { Answer, DemoAccount, TestApp } from '../support/server.ts';
import { sampleValues } from './samples.ts';

/** An id no record has, of the size real ones have. */
export const unknownId = 8_999_999_999_999;

export const accounts: readonly DemoAccount[] = [
  'super',
  'platform',
  'agent',
  'agent2',
  'contractor',
  'contractor2',
  'school',
  'company',
];

/** Of the same kind, with records the other may not see. */
export const twins: Partial<Record<DemoAccount, DemoAccount>> = {
  company: 'school',
  school: 'company',
  contractor2: 'contractor',
  agent2: 'agent',
};

const areaAccounts: Record<string, readonly DemoAccount[]> = {
  platform: ['platform', 'super'],
  agent: ['agent', 'agent2'],
  contractor: ['contractor', 'contractor2'],
  organization: ['school', 'company'],
  system: ['super'],
  base: ['super', 'platform'],
};

/** Accounts of the demo that work in the page's area. */
export const workersOf = (path: string): readonly DemoAccount[] => areaAccounts[areaOf(path)] ?? accounts;

const actionsOf = (entry: Registered) =>
  [...(entry.page.list?.row ?? []), ...(entry.page.list?.tools ?? [])].filter(
    (a) => typeof a !== 'string' && !a.open,
  ) as {
    key: string;
    form?: Registered['page']['fields'];
  }[];

/** Keys of the actions that stand on rows. */
export const rowActions = (entry: Registered) =>
  actionsOf(entry).filter((a) => (entry.page.list?.row as readonly unknown[] | undefined)?.includes(a));

const importVerbs = [
  'import_template',
  'import_check',
  'import_fix',
  'import_commit',
  'import_status',
  'import_cancel',
  'import_bad_rows',
  'import_last',
  'import_take_back',
];

/** Every verb the page answers, `options` apart. */
export function verbsAt(entry: Registered): string[] {
  const { page, binding } = entry;
  return [
    ...(binding.list || binding.query ? ['query'] : []),
    ...(binding.list ? ['sums', 'history'] : []),
    ...(binding.list && Object.values(page.fields).some((f) => f.mask) ? ['reveal'] : []),
    ...(binding.list || binding.get ? ['get'] : []),
    ...(binding.create && page.form ? ['create'] : []),
    ...(binding.update && page.form && !page.form.createOnly ? ['update'] : []),
    ...(binding.remove && Object.hasOwn(verbsOf(page), 'remove') ? ['remove'] : []),
    ...actionsOf(entry).map((a) => a.key),
    ...Object.keys(binding.verbs ?? {}),
    ...(binding.notice ? ['notice'] : []),
    ...(binding.outcomes ? ['outcome'] : []),
    ...(page.list?.export ? ['export'] : []),
    ...(page.import ? importVerbs : []),
  ];
}

/** Verbs on one record, with bodies that are right in all but the id. */
export function verbsOnRecord(entry: Registered): { verb: string; body: (id: number) => Record<string, unknown> }[] {
  const { page, binding } = entry;
  if (!binding.list || page.kind === 'settings') return [];
  const masked = Object.keys(page.fields).find((k) => page.fields[k]!.mask);
  return [
    { verb: 'get', body: (id) => ({ id }) },
    { verb: 'history', body: (id) => ({ id }) },
    ...(masked ? [{ verb: 'reveal', body: (id: number) => ({ id, field: masked, reason: '巡查' }) }] : []),
    ...(binding.update && page.form ? [{ verb: 'update', body: (id: number) => ({ id, version: 1 }) }] : []),
    ...(binding.remove ? [{ verb: 'remove', body: (id: number) => ({ id }) }] : []),
    ...rowActions(entry).flatMap(({ key, form }) => {
      const values = sampleValues(form ?? {}, Object.keys(form ?? {}), () => undefined);
      return [
        { verb: key, body: (id: number) => ({ ...values, id }) },
        { verb: key, body: (id: number) => ({ ...values, ids: [id] }) },
      ];
    }),
  ];
}

/** Keys of the form's fields that choose records. */
export const refKeys = (entry: Registered): string[] =>
  formKeys(entry.page).filter((k) => entry.page.fields[k]!.source !== undefined);

/** Runs `work` over the items, eight at a time. */
export async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    }),
  );
}

/** One line that tells what was asked and what came back. */
export const told = (who: string, path: string, verb: string, answer: Answer, more = ''): string =>
  `${who} ${path}/${verb} → ${answer.status} ${answer.body.errorcode} ${String(answer.body.errormsg).slice(0, 80)} ${more}`;

/** Ids of the rows an account sees on a page, or of those of a search. */
export async function rowIds(app: TestApp, path: string, token: string, search: object = {}): Promise<number[]> {
  const { body } = await app.post(path, 'query', { size: 100, search }, token);
  const rows = (body.data as { rows?: { id: number }[] } | null)?.rows ?? [];
  return rows.map((r) => r.id);
}

/** The rows of an answer of `query`. */
export const rowsIn = (body: { data?: unknown }) => (body.data as { rows?: { id: number }[] } | null)?.rows ?? [];

/** Ids of all the rows an account sees on a page, page by page. */
export async function allIds(app: TestApp, path: string, token: string, search: object = {}): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const rows = rowsIn((await app.post(path, 'query', { page, size: 100, search }, token)).body);
    ids.push(...rows.map(({ id }) => id));
    if (rows.length < 100) return ids;
  }
}

/** Ids an account may choose at a page. */
export async function optionIds(app: TestApp, path: string, token: string): Promise<number[]> {
  const { body } = await app.post(path, 'options', { size: 200 }, token);
  return Array.isArray(body.data) ? (body.data as { id: number }[]).map((o) => o.id) : [];
}

/** The pages of an area an account works in. */
export const pagesFor = (registry: Registry, account: DemoAccount) =>
  registry.all.filter((e) => workersOf(e.path).includes(account));

type StaffArea = 'platform' | 'agent' | 'contractor' | 'organization';

/** A new employee of the account's unit in this role, with `more` of his file; answers a token good for every page (the first password is changed already). */
export async function hireAs(
  app: TestApp,
  owner: DemoAccount,
  area: StaffArea,
  roleId: number,
  loginName: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const token = await app.login(owner);
  const said = async (path: string, verb: string, body: object, as = token) => {
    const answer = await app.post(path, verb, body, as);
    if (answer.body.errorcode !== 0) throw new Error(told(owner, path, verb, answer));
    return answer.body.data as { secret?: { value: string } };
  };
  const { secret } = await said(`/admin/${area}/employee`, 'create', {
    name: '巡查员',
    phone: '13912345678',
    loginName,
    roleIds: [roleId],
    ...more,
  });
  const first = await app.login(loginName, secret!.value);
  const password = `Walk-${loginName}-2026`;
  await said(
    '/admin/passwd_user',
    'update',
    { oldPassword: secret!.value, newPassword: password, again: password },
    first,
  );
  return app.login(loginName, password);
}

/** As `hireAs`, into a new role with the grants given. */
export async function hire(
  app: TestApp,
  owner: DemoAccount,
  area: StaffArea,
  grants: readonly string[],
): Promise<string> {
  const loginName = `walker-${owner}-${grants.length}`;
  const role = { name: loginName, dataScope: 'ALL', grants };
  const answer = await app.post(`/admin/${area}/role`, 'create', role, await app.login(owner));
  if (answer.body.errorcode !== 0) throw new Error(told(owner, `/admin/${area}/role`, 'create', answer));
  return hireAs(app, owner, area, (answer.body.data as { id: number }).id, loginName);
}
