/** A kept search is filed and mailed on its day, with the days it means on that day. */

import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestApp } from '../../../tests/support/server.ts';
import { isRefusal } from '../../kit/server/refusal.ts';
import { readTable } from '../../kit/server/sheet/read-table.ts';
import { fileViews } from './view-schedule.ts';

interface Caught {
  to: string[];
  data: string;
}

/** Takes mail like a server on the way, and keeps it. */
function catcher(): { server: Server; caught: Caught[] } {
  const caught: Caught[] = [];
  const server = createServer((socket) => {
    let mail: Caught = { to: [], data: '' };
    let body = false;
    let rest = '';
    socket.setEncoding('latin1');
    socket.write('220 catcher\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk: string) => {
      rest += chunk;
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (body) {
          if (line === '.') {
            body = false;
            caught.push(mail);
            mail = { to: [], data: '' };
            socket.write('250 kept\r\n');
          } else mail.data += `${line}\r\n`;
          continue;
        }
        if (/^RCPT TO/i.test(line)) mail.to.push(/<(.*)>/.exec(line)![1]!);
        if (/^DATA/i.test(line)) {
          body = true;
          socket.write('354 go\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  return { server, caught };
}

/** The workbook in a mail. */
function attached(data: string): Buffer {
  const part = data.split(/\r\n--/).find((one) => /spreadsheetml/.test(one))!;
  return Buffer.from(part.slice(part.indexOf('\r\n\r\n') + 4).replaceAll(/\s/g, ''), 'base64');
}

let app: TestApp;
let mail: ReturnType<typeof catcher>;
beforeAll(async () => {
  mail = catcher();
  await new Promise<void>((done) => mail.server.listen(0, '127.0.0.1', done));
  const { port } = mail.server.address() as AddressInfo;
  app = await startTestServer({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'onecard@example.com' } });
}, 400_000);
afterAll(async () => {
  await app?.stop();
  mail.server.close();
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
  const [{ to, data } = { to: [], data: '' }] = mail.caught;
  expect(to).toEqual(['boss@example.com']);
  const table = await readTable(attached(data), 'view.xlsx');
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
