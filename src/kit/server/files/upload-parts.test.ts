/** Files that come in parts: gone on with after a break, checked part by part, nobody else's, swept when given up. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutOffStore } from '../../../../tests/support/cut-off-store.ts';
import { type TestDatabase, testDatabase } from '../../../../tests/support/postgres.ts';
import { manualClock } from '../clock.ts';
import { refuse } from '../refusal.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './store.ts';
import { sweepFiles } from './sweep-files.ts';
import { partBytes, takePart } from './upload-parts.ts';
import { quotaRoom } from './upload-quota.ts';
import { registerUpload } from './upload-route.ts';
import type { Sender } from './upload-sender.ts';

const mib = 1024 * 1024;
const clock = manualClock(Date.parse('2026-04-01T08:30:00+08:00'));
const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), randomBytes(partBytes * 2 + 777)]);
let database: TestDatabase;
let root: string;
let store: FileStore;
let app: FastifyInstance;
let tokens = 0;
let nextId = 9_000;
let unitMib = 100;
const sees = async () => false;
const watches = async () => {};

beforeAll(async () => {
  database = await testDatabase();
  root = await mkdtemp(join(tmpdir(), 'parts-'));
  const random = { token: () => `-_T${tokens++}`, fraction: () => 0 };
  store = createDiskStore(root, random);
  app = Fastify();
  await registerUpload(app, {
    store,
    sql: database.pool,
    ids: { next: async () => nextId++, take: async () => [] },
    clock,
    random,
    imageHost: '',
    authorize: async (request) => {
      const [, who] = (request.headers.authorization ?? '').split(' ');
      const owners: Record<string, Omit<Sender, 'sees' | 'watches'>> = {
        clerk: { accountId: 5, unitType: 'ORGANIZATION', unitId: 3 },
        other: { accountId: 6, unitType: 'ORGANIZATION', unitId: 3 },
        elsewhere: { accountId: 5, unitType: 'ORGANIZATION', unitId: 4 },
      };
      const owner = owners[who ?? ''];
      if (!owner) return refuse('NOT_SIGNED_IN');
      const gate = {
        refuses: async (purpose: string) => (purpose === 'app' ? refuse('NOT_PERMITTED', { what: '上传' }) : undefined),
        room: () => quotaRoom(database.pool, owner, { accountMib: 1_000, unitMib }),
      };
      return { ...owner, sees, watches, gate };
    },
  });
});
afterAll(async () => {
  await app.close();
  await database.drop();
  await rm(root, { recursive: true });
});

const call = async (verb: string, body: object, who = 'clerk') =>
  (
    await app.inject({
      method: 'POST',
      url: `/api/upload/${verb}`,
      payload: body,
      headers: { authorization: `Bearer ${who}` },
    })
  ).json();
const start = (size: number, { name = '晨检.mp4', purpose = 'video', who = 'clerk' } = {}) =>
  call('start', { name, size, purpose }, who);
async function part(token: string, offset: number, content: Buffer, { who = 'clerk', hash = content } = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/upload/part?token=${token}&offset=${offset}`,
    payload: content,
    headers: {
      authorization: `Bearer ${who}`,
      'content-type': 'application/octet-stream',
      'x-part-sha256': createHash('sha256').update(hash).digest('hex'),
    },
  });
  return answer.json();
}
const piece = (offset: number) => film.subarray(offset, offset + partBytes);
const files = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

describe('a file in parts', () => {
  it('goes on where it stopped and becomes the same file, once', async () => {
    const { token, received } = (await start(film.length)).data;
    expect(received).toBe(0);
    expect((await part(token, 0, piece(0))).data.received).toBe(partBytes);
    expect((await call('state', { token })).data).toEqual({ token, partBytes, received: partBytes });
    expect((await call('finish', { token })).errormsg).toBe('文件还没有传完');
    expect((await part(token, partBytes, piece(partBytes))).data.received).toBe(2 * partBytes);
    await part(token, 2 * partBytes, piece(2 * partBytes));
    const { data } = await call('finish', { token });
    expect(data).toMatchObject({ name: '晨检.mp4', size: film.length, type: 'video/mp4', url: `/files/${data.key}` });
    expect((await buffer((await store.get(data.key))!.stream)).equals(film)).toBe(true);
    expect(await files()).toBe(1);
    expect((await call('finish', { token })).data).toMatchObject({ key: data.key });
    expect(await files()).toBe(1);
  });

  it('takes a part once, in turn and whole; the answer says from where to go on', async () => {
    const { token } = (await start(film.length)).data;
    expect((await part(token, partBytes, piece(partBytes))).data.received).toBe(0);
    expect((await part(token, 0, piece(0).subarray(1))).errorcode).toBe(1346);
    expect((await part(token, 0, piece(0), { hash: piece(partBytes) })).errorcode).toBe(1346);
    const both = await Promise.all([part(token, 0, piece(0)), part(token, 0, piece(0))]);
    expect(both.map((one) => one.data.received)).toEqual([partBytes, partBytes]);
    expect((await part(token, 0, piece(0))).data.received).toBe(partBytes);
    await part(token, partBytes, piece(partBytes));
    await part(token, 2 * partBytes, piece(2 * partBytes));
    const { data } = await call('finish', { token });
    expect((await buffer((await store.get(data.key))!.stream)).equals(film)).toBe(true);
  });

  it('is its account’s in the unit it began in, and nobody else’s', async () => {
    const { token } = (await start(film.length)).data;
    for (const who of ['other', 'elsewhere']) {
      expect((await part(token, 0, piece(0), { who })).errorcode).toBe(1347);
      for (const verb of ['state', 'finish']) expect((await call(verb, { token }, who)).errorcode).toBe(1347);
    }
    expect((await call('state', { token }, 'nobody')).errorcode).toBe(1001);
    expect((await call('state', { token })).data.received).toBe(0);
  });

  it('is refused before it is sent: by right, by size, by room; and by what it is with its first part', async () => {
    expect((await start(500 * mib)).errorcode).toBe(1345);
    unitMib = 2_000;
    expect((await start(500 * mib + 1)).errormsg).toBe('「晨检.mp4」超过 500 MiB，请压缩后再上传');
    expect((await start(10, { purpose: 'app' })).errorcode).toBe(1003);
    expect((await start(10, { purpose: 'constructor' })).errorcode).toBe(1344);
    expect((await start(6 * mib, { name: '图.png', purpose: 'image' })).errorcode).toBe(1342);
    expect((await start(0)).errorcode).toBe(1343);
    const before = await files();
    const { token } = (await start(partBytes * 2, { name: '假.mp4' })).data;
    expect((await part(token, 0, randomBytes(partBytes))).errormsg).toContain('只能上传：mp4');
    expect((await call('state', { token })).errorcode).toBe(1347);
    expect(await files()).toBe(before);
  });

  it('counts what is on its way, and does not let one account begin without end', async () => {
    unitMib = 100;
    expect((await start(80 * mib, { who: 'other' })).errorcode).toBe(0);
    expect((await start(80 * mib, { who: 'other' })).errorcode).toBe(1345);
    const begun = await Promise.all(Array.from({ length: 19 }, () => start(1_000, { who: 'other' })));
    expect(begun.every((one) => one.errorcode === 0)).toBe(true);
    expect((await start(1_000, { who: 'other' })).errorcode).toBe(1349);
  });

  it('that nobody goes on with is swept with its parts', async () => {
    await database.pool.query('delete from upload_session');
    const before = await files();
    const { token } = (await start(film.length)).data;
    await part(token, 0, piece(0));
    expect(await files()).toBe(before + 1);
    clock.set(clock.now() + 86_400_000);
    await sweepFiles({ pool: database.pool, store, clock }, ['import_task.file_key']);
    expect((await call('state', { token })).errorcode).toBe(0);
    clock.set(clock.now() + 1.5 * 86_400_000);
    await sweepFiles({ pool: database.pool, store, clock }, ['import_task.file_key']);
    expect((await call('state', { token })).errorcode).toBe(1347);
    expect(await files()).toBe(before);
  });

  it('whose process ended when a part lay there and was not counted is swept with that part', async () => {
    await database.pool.query('delete from upload_session');
    const { token } = (await start(film.length)).data;
    const cut = cutOffStore(store);
    const ids = { next: async () => nextId++, take: async () => [] };
    const random = { token: () => `cut${tokens++}`, fraction: () => 0 };
    void takePart(
      { store: cut.store, sql: database.pool, ids, clock, random },
      { accountId: 5, unitType: 'ORGANIZATION', unitId: 3 },
      { token, offset: 0, content: piece(0), sha256: undefined },
    );
    const key = await cut.key;
    expect((await call('state', { token })).data).toMatchObject({ received: 0 });
    clock.set(clock.now() + 2.5 * 86_400_000);
    await sweepFiles({ pool: database.pool, store, clock }, ['import_task.file_key']);
    expect(await store.stat(key)).toBeUndefined();
  });
});
