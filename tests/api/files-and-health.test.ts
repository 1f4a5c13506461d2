/** Files and health of the whole server: who may upload, which columns hold files, and what /health says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domains } from '../../src/domains/index.ts';
import { refuse } from '../../src/kit/server/refusal.ts';
import { type DemoAccount, startTestServer, type TestApp } from '../support/server.ts';
import { pairTerminal } from './terminal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestServer();
});
afterAll(() => app?.stop());

async function upload(token: string, purpose: string, name: string, content: string) {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const encoded = new Response(form);
  const answer = await app.fastify.inject({
    method: 'POST',
    url: `/upload?purpose=${purpose}`,
    headers: { 'content-type': encoded.headers.get('content-type')!, authorization: `Bearer ${token}` },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: answer.statusCode, ...answer.json<{ errorcode: number; errormsg: string }>() };
}

describe('uploads', () => {
  it('need the right to a form or import that takes such a file', async () => {
    const school = await app.login('school');
    expect(await upload(school, 'import', '人员.csv', '工号,姓名\n1,甲\n')).toMatchObject({
      status: 200,
      errorcode: 0,
    });
    const agent = await app.login('agent');
    expect(await upload(agent, 'app', '程序.zip', 'PK\u0003\u0004')).toMatchObject({ status: 403 });
  });

  it('are named by columns the sweep knows: no other column of the database looks like one', async () => {
    const { rows } = await app.services.pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and data_type = 'text'
          and not exists (select from pg_class c where c.oid = format('%I', table_name)::regclass and c.relispartition)
          and column_name ~ '(photo|avatar|evidence|attachment|image|picture|video|file|proof|icon|clip|scan|cover|logo)(_key|_url|s)?$'`,
    );
    const known = new Set<string>(
      domains.flatMap((domain) => [...(domain.files ?? []), ...Object.keys(domain.evidence ?? {})]),
    );
    // Files of tasks have a life of their own; a terminal's picture of a swipe is no upload, and keys of merchants are names of
    // files that the operator of the server puts there.
    const others = new Set([
      'import_task.file_key',
      'export_task.file_key',
      'trade.captured_photo',
      'trade_list.captured_photo',
      'direct_merchant.key_file',
      'direct_merchant.secret_file',
      // The names of drawn signs, how a push was proven, the number of a certificate.
      'menu.icon',
      'menu.own_icon',
      'device_push.proof',
      'cabinet_state.offset_proof',
    ]);
    expect(rows.map((row) => row.name).filter((name) => !known.has(name) && !others.has(name))).toEqual([]);
  });
});

it('what a terminal photographed is for who may open the list that shows it, and for no cache', async () => {
  const { body } = await app.post('/admin', 'get_admin_info_in_session', {}, await app.login('school'));
  const { rows } = await app.services.pool.query<{ picture: string }>(
    `select picture from passage where picture <> '' and organization_id = $1 order by id desc limit 1`,
    [(body.data as { belong: { id: number } }).belong.id],
  );
  const get = async (account?: DemoAccount) => {
    const headers = account ? { authorization: `Bearer ${await app.login(account)}` } : {};
    const answer = await app.fastify.inject({ method: 'GET', url: `/files/${rows[0]!.picture}`, headers });
    return [answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']];
  };
  expect(await get('school')).toEqual([200, 'image/jpeg', 'private, no-store']);
  expect((await get('company'))[0]).toBe(404);
  expect((await get('contractor'))[0]).toBe(404);
  expect((await get('platform'))[0]).toBe(404);
  expect((await get())[0]).toBe(401);
});

it('a disk that is nearly full takes no upload and no export, and every meal', async () => {
  const { pool, disk } = app.services;
  const terminal = await pairTerminal(app, 'school');
  await pool.query('update meal_period set times = null');
  await pool.query(`update device set mode = 'AMOUNT' where id = $1`, [terminal.deviceId]);
  const { rows } = await pool.query<{ no: string }>(
    `select c.card_no as no from card c join wallet w on w.organization_id = c.organization_id and w.person_id = c.person_id
       join device d on d.organization_id = c.organization_id
     where d.id = $1 and c.status = 'NORMAL' and w.kind = 'MAIN' and w.balance_fen - w.held_fen > 1000 order by c.id limit 1`,
    [terminal.deviceId],
  );
  const school = await app.login('school');
  const room = disk.refuses;
  disk.refuses = async (what) => refuse('DISK_LOW', { what });
  try {
    const refused = await upload(school, 'import', '人员.csv', '工号,姓名\n1,甲\n');
    expect(refused).toMatchObject({ status: 503, errorcode: 1350 });
    expect(refused.errormsg).toContain('暂停上传');
    expect(await app.post('/admin/organization/consume_detail', 'export', {}, school)).toMatchObject({
      status: 503,
      body: { errorcode: 1350, errormsg: expect.stringContaining('暂停导出') },
    });
    const swipe = { mode: 'AMOUNT', identify: 'CARD', cardNo: rows[0]!.no, amountFen: 30, time: app.clock.now() };
    expect(await terminal.send('POST', '/api/device/v1/consume', JSON.stringify(swipe))).toMatchObject({
      status: 200,
      body: { errorcode: 0, data: { result: 'POSTED' } },
    });
  } finally {
    disk.refuses = room;
  }
  expect(await app.post('/admin/organization/consume_detail', 'export', {}, school)).toMatchObject({
    body: { errorcode: 0 },
  });
});

describe('/health', () => {
  it('says whether anything can be booked', async () => {
    const well = await app.request('GET', '/health');
    expect(well).toMatchObject({ status: 200, body: { ok: true, booking: true } });
    expect(well.body.diskFreeBytes).toBeGreaterThan(0);
    await app.services.pool.query(`alter table health_beat rename to health_beat_gone`);
    app.clock.set(app.clock.now() + 10_000);
    expect(await app.request('GET', '/health')).toMatchObject({ status: 503, body: { ok: false, booking: false } });
    // A balancer keeps the node: what it refuses now it refuses clearly, and everything that is only read goes on.
    expect(await app.request('GET', '/health/ready')).toMatchObject({ status: 200, body: { ok: true } });
    await app.services.pool.query(`alter table health_beat_gone rename to health_beat`);
    expect(await app.request('GET', '/health')).toMatchObject({ status: 200, body: { booking: true } });
  });
});
