import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/postgres.ts';
import { manualClock } from '../clock.ts';
import { refuse } from '../refusal.ts';
import { xlsxBytes } from '../sheet/xlsx-writer.ts';
import { createDiskStore } from './disk-store.ts';
import { findStoredFile } from './save-upload.ts';
import { readRange, registerUpload } from './upload-route.ts';
import type { Reader } from './upload-sender.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(9000, 7)]);
const played: string[] = [];
const nothing = async () => {};
const unit = { accountId: 5, unitType: 'ORGANIZATION', unitId: 3 } as const;
/** Who sends which token, and whether a record that names the file is in sight. */
const readers: Record<string, Reader> = {
  'Bearer good': { ...unit, sees: async () => false, watches: nothing },
  'Bearer colleague': { ...unit, accountId: 6, sees: async () => false, watches: nothing },
  'Bearer partner': {
    accountId: 7,
    unitType: 'CONTRACTOR',
    unitId: 8,
    sees: async () => true,
    watches: async (_key, name) => void played.push(name),
  },
  'Bearer stranger': { accountId: 9, unitType: 'ORGANIZATION', unitId: 4, sees: async () => false, watches: nothing },
};
const as = (who: string) => ({ headers: { authorization: `Bearer ${who}` } });
let database: TestDatabase;
let root: string;
let app: FastifyInstance;
let tokens = 0;
let nextId = 9000;

beforeAll(async () => {
  database = await testDatabase();
  root = await mkdtemp(join(tmpdir(), 'upload-'));
  const random = { token: () => `-_x${tokens++}`, fraction: () => 0 };
  app = Fastify();
  await registerUpload(app, {
    store: createDiskStore(root, random),
    sql: database.pool,
    ids: { next: async () => nextId++, take: async () => [] },
    clock: manualClock(Date.parse('2026-04-01T08:30:00+08:00')),
    random,
    imageHost: 'https://img.example.com',
    authorize: async (request) => {
      const who = readers[request.headers.authorization ?? ''];
      return who ? { ...who, token: 'rotated' } : refuse('NOT_SIGNED_IN');
    },
  });
});
afterAll(async () => {
  await app.close();
  await database.drop();
  await rm(root, { recursive: true });
});

async function send(content: Buffer, name: string, { path = '/upload', token = 'good' } = {}) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const encoded = new Response(form);
  const answer = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': encoded.headers.get('content-type')!, authorization: `Bearer ${token}` },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const message = async (content: Buffer, name: string, path?: string) =>
  (await send(content, name, path ? { path } : {})).body.errormsg;

describe('uploading', () => {
  it('stores a picture meant for everybody by its bytes and serves it for ever', async () => {
    const { body } = await send(png, 'C:\\照片\\头像.JPEG', { path: '/api/upload?purpose=public' });
    expect(body).toMatchObject({
      errorcode: 0,
      token: 'rotated',
      data: {
        key: 'public/202604/f-_x0.png',
        name: '头像.JPEG',
        size: png.length,
        type: 'image/png',
        url: 'https://img.example.com/files/public/202604/f-_x0.png',
      },
    });
    expect(await findStoredFile(database.pool, body.data.key)).toMatchObject({
      name: '头像.JPEG',
      accountId: 5,
      unitId: 3,
    });
    const got = await app.inject({ url: `/files/${body.data.key}` });
    expect(got.rawPayload.equals(png)).toBe(true);
    expect(got.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const part = await app.inject({ url: `/files/${body.data.key}`, headers: { range: 'bytes=1-3' } });
    expect([part.statusCode, part.payload, part.headers['content-range']]).toEqual([
      206,
      'PNG',
      `bytes 1-3/${png.length}`,
    ]);
  });

  it('gives attachments to the signed in only, as a download under their own name', async () => {
    const content = await xlsxBytes({ columns: [{ title: 'a', kind: 'text' }] }, []);
    const { body } = await send(content, '名单.xlsx');
    expect(body.data.key).toMatch(/^attachment\/.*\.xlsx$/);
    expect((await app.inject({ url: `/files/${body.data.key}` })).statusCode).toBe(401);
    const got = await app.inject({ url: `/files/${body.data.key}`, headers: { authorization: 'Bearer good' } });
    expect(got.rawPayload.equals(content)).toBe(true);
    expect(got.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${encodeURIComponent('名单.xlsx')}`);
    expect(got.headers['cache-control']).toBe('private, no-store');
  });

  it('gives back the bills and sheets that were read, to those who may see their document', async () => {
    const content = Buffer.from('交易时间,商户号\r\n`2026-11-27,`SANDBOX\r\n');
    for (const purpose of ['bill', 'import']) {
      const { body } = await send(content, '账单.csv', { path: `/upload?purpose=${purpose}` });
      const url = `/files/${body.data.key}`;
      expect((await app.inject({ url })).statusCode).toBe(401);
      expect((await app.inject({ url, ...as('stranger') })).statusCode).toBe(404);
      expect((await app.inject({ url, ...as('good') })).rawPayload.equals(content), purpose).toBe(true);
    }
  });

  it('takes for reading whatever is called .xls, and gives a page back as a download that no browser shows', async () => {
    const page = '<html><table><tr><td>姓名</td></tr></table></html>';
    const called = [
      Buffer.from(page),
      Buffer.from(`\ufeff${page}`),
      Buffer.from(`\ufeff${page}`, 'utf16le'),
      Buffer.from('姓名\t卡号\r\n张三\t01\r\n'),
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    ];
    for (const content of called) {
      const { body } = await send(content, '人员.XLS', { path: '/upload?purpose=import' });
      const got = await app.inject({ url: `/files/${body.data.key}`, ...as('good') });
      expect([got.headers['content-type'], got.headers['x-content-type-options']]).toEqual([
        'application/vnd.ms-excel',
        'nosniff',
      ]);
      expect(got.headers['content-disposition']).toContain('attachment;');
    }
    expect(await message(Buffer.from(page), '人员.xls', '/upload?purpose=attachment')).toContain('人员.xls');
    expect(await message(Buffer.from([0, 1, 2, 3]), '人员.xls', '/upload?purpose=import')).toContain('人员.xls');
  });

  it('gives attachments to their unit, and to whom a record in sight names them', async () => {
    const { body } = await send(Buffer.from('%PDF-1.7 contract'), '合同.pdf');
    const url = `/files/${body.data.key}`;
    for (const who of ['good', 'colleague', 'partner'])
      expect((await app.inject({ url, ...as(who) })).statusCode, who).toBe(200);
    expect((await app.inject({ url, ...as('stranger') })).statusCode).toBe(404);
  });

  it('keeps faces, evidence and other pictures from everybody else’s eyes, caches and domains', async () => {
    for (const purpose of ['face', 'attachment', 'image']) {
      const { body } = await send(png, '正面.png', { path: `/upload?purpose=${purpose}` });
      expect(body.data).toMatchObject({ key: expect.stringMatching(`^${purpose}/`), url: `/files/${body.data.key}` });
      const url = `/files/${body.data.key}`;
      expect((await app.inject({ url })).statusCode).toBe(401);
      expect((await app.inject({ url, ...as('stranger') })).statusCode).toBe(404);
      const got = await app.inject({ url, ...as('colleague') });
      expect(got.rawPayload.equals(png)).toBe(true);
      expect(got.headers['cache-control']).toBe('private, no-store');
      expect(got.headers['access-control-allow-origin']).toBeUndefined();
    }
    const face = await send(png, '正面.png', { path: '/upload?purpose=face' });
    expect((await app.inject({ url: `/files/${face.body.data.key}`, ...as('partner') })).statusCode).toBe(404);
    expect(await message(Buffer.from('%PDF-1.7'), 'x.pdf', '/upload?purpose=face')).toContain('只能上传：png、jpg');
  });

  it('notes who plays a film of a terminal, once for all the parts a player asks for; pictures are looked at unnoted', async () => {
    const film = async (key: string, type: string) => {
      await createDiskStore(root, { token: () => `film${tokens++}`, fraction: () => 0 }).put(
        key,
        Buffer.alloc(5_000, 1),
      );
      await database.pool.query(
        `insert into stored_file (id, key, name, size, type, sha256, account_id, unit_type, unit_id, created_at)
         values ($3, $1, $1, 5000, $2, repeat('0', 64), 5, 'ORGANIZATION', 3, now())`,
        [key, type, nextId++],
      );
      for (const range of ['bytes=0-999', 'bytes=1000-', 'bytes=4000-4999'])
        expect(
          (await app.inject({ url: `/files/${key}`, headers: { ...as('partner').headers, range } })).statusCode,
        ).toBe(206);
      expect((await app.inject({ url: `/files/${key}`, ...as('colleague') })).statusCode).toBe(404);
    };
    await film('evidence/202611/fclip000000000000000000000.mp4', 'video/mp4');
    await film('evidence/202611/fpict000000000000000000000.jpg', 'image/jpeg');
    expect(played).toEqual(['evidence/202611/fclip000000000000000000000.mp4']);
  });

  it('refuses in words, and keeps nothing of what it refused', async () => {
    const before = (await readdir(root, { recursive: true })).length;
    expect((await send(png, 'a.png', { token: 'bad' })).status).toBe(401);
    expect(await message(Buffer.from('MZ\u0000\u0001'), '病毒.png')).toContain(
      '「病毒.png」的类型不支持，只能上传：png、jpg、webp、gif、pdf',
    );
    expect(await message(Buffer.from('<svg onload=alert(1)>'), 'x.csv')).toContain('类型不支持');
    expect(await message(Buffer.alloc(0), 'x.png')).toBe('「x.png」是空文件');
    expect(await message(Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]), 'x.png')).toBe(
      '「x.png」超过 5 MiB，请压缩后再上传',
    );
    expect(await message(Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(20 * 1024 * 1024)]), 'x.pdf')).toContain(
      '超过 20 MiB',
    );
    expect(await message(png, 'x.png', '/upload?purpose=import')).toContain('只能上传：xlsx、csv');
    expect((await send(png, 'x.png', { path: '/upload?purpose=constructor' })).status).toBe(400);
    const bare = await app.inject({ method: 'POST', url: '/upload', headers: { authorization: 'Bearer good' } });
    expect(bare.json().errormsg).toBe('没有收到文件，请重新选择');
    expect((await readdir(root, { recursive: true })).length).toBe(before);
  });

  it('serves nothing else', async () => {
    for (const url of [
      '/files/export/20260401/1-a.xlsx',
      '/files/image/../../etc/passwd',
      '/files/public/%2e%2e/x.png',
      '/files/public/202604/none.png',
      '/files/image/a.exe',
    ])
      expect((await app.inject({ url })).statusCode).toBe(404);
  });

  it('reads ranges', () => {
    expect(readRange('bytes=0-', 10)).toEqual({ start: 0, end: 9 });
    expect(readRange('bytes=-3', 10)).toEqual({ start: 7, end: 9 });
    expect(readRange('bytes=5-99', 10)).toEqual({ start: 5, end: 9 });
    for (const none of [undefined, 'bytes=-', 'bytes=10-', 'bytes=4-2', 'bytes=1-2,4-5'])
      expect(readRange(none, 10)).toBeUndefined();
  });
});
