/** A kept search is filed and mailed on its day, with the days it means on that day. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchMail, type MailCatcher, refusedDomain, workbookIn } from '../../../tests/support/mail-catcher.ts';
import { startTestServer, type TestApp } from '../../../tests/support/server.ts';
import { isRefusal } from '../../kit/server/refusal.ts';
import { readTable } from '../../kit/server/sheet/read-table.ts';
import { mailView } from './view-mail.ts';
import { fileViews } from './view-schedule.ts';

let app: TestApp;
let mail: MailCatcher;
beforeAll(async () => {
  mail = await catchMail();
  app = await startTestServer({ env: mail.env });
}, 400_000);
afterAll(async () => {
  await app?.stop();
  mail?.close();
});

const page = '/admin/organization/user';
const save = async (token: string, more: object) =>
  (
    await app.post(
      '/admin/common',
      'view_save',
      { page, name: '在册', shared: false, search: { status: ['NORMAL'] }, ...more },
      token,
    )
  ).body;

it('is mailed as a workbook of exactly its rows, once a day, under its owner’s rights', async () => {
  const token = await app.login('school');
  expect((await save(token, { schedule: 'DAILY', sendTo: 'not an address' })).fields).toHaveProperty('sendTo');
  expect((await save(token, { schedule: 'DAILY', sendTo: 'boss@example.com' })).errormsg).toBe('');
  await fileViews(app.services);
  await expect.poll(() => mail.caught.length, { timeout: 60_000 }).toBe(1);
  expect(mail.caught[0]!.to).toEqual(['boss@example.com']);
  const table = await readTable(workbookIn(mail.caught[0]!), 'view.xlsx');
  if (isRefusal(table)) throw new Error(table.code);
  const listed = await app.post(page, 'query', { size: 1, search: { status: ['NORMAL'] } }, token);
  expect(table.rows.length).toBe((listed.body.data as { total: number }).total);
  await fileViews(app.services);
  const { rows } = await app.services.pool.query<{ n: number }>(
    `select count(*)::int as n from export_task where page_path = $1 and title like '%在册'`,
    [page],
  );
  expect(rows[0]!.n).toBe(1);
});

it('is filed alone where no address stands', async () => {
  const token = await app.login('company');
  expect((await save(token, { schedule: 'DAILY', sendTo: '' })).errormsg).toBe('');
  const before = mail.caught.length;
  await fileViews(app.services);
  const tasks = async () => {
    const { body } = await app.request('GET', '/api/admin/common/get_excel_missiontable', {
      headers: { authorization: `Bearer ${token}` },
    });
    return body.data as { title: string; finish: boolean }[];
  };
  await expect
    .poll(async () => (await tasks()).find(({ title }) => title.endsWith('在册'))?.finish, { timeout: 60_000 })
    .toBe(true);
  expect(mail.caught.length).toBe(before);
});

describe('what nobody got', () => {
  const toldOf = async (token: string, to: string) => {
    const { body } = await app.post('/admin/common', 'notices', {}, token);
    return (body.data as { content: string }[]).flatMap(({ content }) => (content.includes(to) ? [content] : []));
  };
  /** A task of a file that is written. */
  const taskTo = async (to: string) => {
    const { rows } = await app.services.pool.query<{ id: number; account_id: number; unit_id: number }>(
      `select t.id, t.account_id, t.unit_id from export_task t where t.page_path = $1 and t.status = 'FINISHED' limit 1`,
      [page],
    );
    const { id, account_id, unit_id } = rows[0]!;
    const owner = { accountId: account_id, unitType: 'ORGANIZATION', unitId: unit_id } as const;
    return { taskId: id, ...owner, path: page, title: '人员 · 在册', to };
  };
  const signal = new AbortController().signal;

  it('is told to the owner at once where it is refused for good, by name where others got it', async () => {
    const token = await app.login('school');
    const before = mail.caught.length;
    await mailView(app.services, await taskTo(`gone@${refusedDomain}`), { signal, last: false });
    expect(await toldOf(token, 'gone@')).toEqual([expect.stringContaining('550 5.1.1 no such user')]);
    await mailView(app.services, await taskTo(`left@${refusedDomain},here@example.com`), { signal, last: false });
    expect(mail.caught.slice(before).map(({ to }) => to)).toEqual([['here@example.com']]);
    expect(await toldOf(token, 'left@')).toEqual([expect.not.stringContaining('here@example.com')]);
  });

  it('is tried again while the server is away, and told after the last attempt', async () => {
    const token = await app.login('school');
    const away = { ...app.services, config: { ...app.services.config, smtpUrl: 'smtp://127.0.0.1:1' } };
    const task = await taskTo('far@example.com');
    await expect(mailView(away, task, { signal, last: false })).rejects.toThrow('连不上邮件服务器');
    expect(await toldOf(token, 'far@')).toEqual([]);
    await expect(mailView(away, task, { signal, last: true })).rejects.toThrow('连不上邮件服务器');
    expect(await toldOf(token, 'far@')).toEqual([expect.stringContaining('连不上邮件服务器')]);
  });
});
