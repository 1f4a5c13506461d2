/** A unit's month: examined by one, approved by another, locked with a pack that tells which of its files was changed. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { openZip } from '../../../kit/server/sheet/zip-reader.ts';
import { type ConsumptionBench, consumptionBench } from '../../consumption/testing.ts';
import { runUnitInvariants } from '../../settlement/public.server.ts';
import { settleAll } from '../../settlement/testing.ts';
import { closeMonth, runInvariants } from '../../wallet/public.server.ts';
import { followMonths } from './follow-months.ts';
import { archiveOf, lockMonths } from './make-pack.ts';

let bench: ConsumptionBench;
let month: string;
let folder: string;
const tokens: Record<string, string> = {};
const page = 'monthly_examine_consume';

interface Month {
  id: number;
  organizationId: number;
  month: string;
  monthName: string;
  status: string;
  open: string;
  steps: string;
}
const call = async (who: string, verb: string, body: object = {}, at = page) =>
  (await bench.app.post(`/admin/platform/${at}`, verb, body, tokens[who])).body as unknown as {
    errorcode: number;
    errormsg: string;
    data: { rows: Month[]; receipt: { title: string; lines: [string, string][] } };
  };
const months = async () =>
  (await call('platform', 'query', { size: 100, search: {} })).data.rows.filter((row) => row.month === month);
const own = async () => (await months()).find((row) => row.organizationId === bench.organizationId)!;

beforeAll(async () => {
  bench = await consumptionBench();
  const diner = bench.diners[0]!;
  await bench.pay(diner.id, 5_000);
  await bench.eat(diner, 1_200);
  const { services, clock } = bench.app;
  month = `${bench.today.slice(0, 7)}-01`;
  const next = new Date(Date.parse(`${month}T00:00:00Z`) + 32 * 86_400_000).toISOString().slice(0, 7);
  clock.set(Date.parse(`${next}-02T09:00:00+08:00`));
  folder = await mkdtemp(join(tmpdir(), 'pack-'));
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  process.env.PACK_SIGN_KEY_FILE = join(folder, 'key.pem');
  for (const who of ['platform', 'pt-fuhe']) tokens[who] = await bench.app.login(who);
  await settleAll(services);
  await runUnitInvariants(services);
  await followMonths(services);
}, 240_000);
afterAll(async () => {
  delete process.env.PACK_SIGN_KEY_FILE;
  if (folder) await rm(folder, { recursive: true });
  await bench?.app.stop();
});

describe('the look at a month', () => {
  test('comes up when the unit has closed it, or on the fifth', async () => {
    expect(await own()).toMatchObject({ status: 'OPEN', monthName: month.slice(0, 7) });
    const { services } = bench.app;
    expect(isRefusal(await closeMonth(services, { organizationId: bench.organizationId, month, operatorId: 1 }))).toBe(
      false,
    );
    await runInvariants(services, bench.organizationId);
    await followMonths(services);
    expect((await own()).status).toBe('PENDING');
    expect(
      (await months())
        .filter(({ organizationId }) => organizationId !== bench.organizationId)
        .map(({ status }) => status),
    ).toEqual(['OPEN']);
  });

  test('is refused until examined, while a step is open, and to who examined it', async () => {
    const { id } = await own();
    expect(await call('pt-fuhe', 'approve', { id })).toMatchObject({ errorcode: expect.any(Number) });
    expect((await call('platform', 'examine', { id })).errormsg).toBe('');
    expect(await call('platform', 'approve', { id })).toMatchObject({ errorcode: 1204 });
    const found = await own();
    expect(found.open).not.toBe('各项为绿');
    // The record says the same as its row, with the evidence item by item.
    expect((await call('platform', 'get', { id })).data).toMatchObject({ open: found.open, steps: found.steps });
    expect(String(found.steps).split('\n').length).toBeGreaterThan(4);
    const refused = await call('pt-fuhe', 'approve', { id });
    expect(refused.errorcode).toBe(3630);
    expect(refused.errormsg).toMatch(/设备已传齐.*消费机/);
  });

  test('a note stands for a soft step as long as its figure stands; notes are not approved by the dozen', async () => {
    const { id } = await own();
    for (const step of ['light', 'bills', 'abnormal', 'statements'])
      expect((await call('platform', 'note', { id, step, note: '已向单位核实' })).errormsg).toBe('');
    const others = (await months()).filter((row) => row.id !== id);
    expect((await call('platform', 'ask', { ids: others.map((row) => row.id) })).errormsg).toBe('');
    expect((await call('platform', 'examine', { ids: others.map((row) => row.id) })).errormsg).toBe('');
    expect(await call('pt-fuhe', 'approve', { ids: [id, ...others.map((row) => row.id)] })).toMatchObject({
      errorcode: 3631,
      errormsg: expect.stringMatching(/青禾实验中学 .*「设备已传齐」以说明代替，不能批量通过/),
    });
    expect((await own()).status).toBe('PENDING');
    // As if the close had been open when it was examined.
    await bench.app.services.pool.query(
      `update unit_month set steps = (select jsonb_agg(case when s ->> 'key' = 'close' then s || '{"ok": false}' else s end)
         from jsonb_array_elements(steps) s) where id = $1`,
      [id],
    );
    expect(await call('pt-fuhe', 'approve', { id })).toMatchObject({
      errorcode: 3632,
      errormsg: expect.stringMatching(/「单位已月结」有变动.*请重新初审/),
    });
    expect((await call('platform', 'examine', { id })).errormsg).toBe('');
    expect((await call('pt-fuhe', 'approve', { id })).errormsg).toBe('');
    expect((await own()).status).toBe('APPROVED');
  });
});

describe('the pack', () => {
  let zip: Buffer;
  const verify = async (content: Buffer) => {
    const form = new FormData();
    form.append('file', new File([content as BlobPart], '月度资料.zip'));
    const sent = await fetch(`${bench.app.origin}/api/upload?purpose=attachment`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.platform}` },
      body: form,
    });
    const { data } = (await sent.json()) as { data: { key: string } };
    return call('platform', 'verify', { fileKey: data.key }, 'month_pack');
  };

  test('one that cannot be locked stops no other', async () => {
    const ids = [(await months()).find((row) => row.organizationId !== bench.organizationId)!.id, (await own()).id];
    const failed = await lockMonths(bench.app.services, ids, { accountId: 1, name: '平审核' });
    expect(failed).toEqual([{ id: ids[0], why: expect.stringContaining('还没有审核通过') }]);
    expect((await own()).status).toBe('LOCKED');
    expect(await lockMonths(bench.app.services, ids.slice(1), { accountId: 1, name: '平审核' })).toEqual([]);
    const packs = await bench.app.services.pool.query(
      'select seq, previous_hash, signature <> $1 as signed from month_pack order by seq',
      [''],
    );
    expect(packs.rows).toEqual([{ seq: 1, previous_hash: '', signed: true }]);
  });

  test('is the same bytes every time, and whole', async () => {
    const ask = async () => {
      const sent = await fetch(`${bench.app.origin}/api/admin/platform/${page}/pack`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens.platform}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id: (await own()).id }),
      });
      return Buffer.from(await sent.arrayBuffer());
    };
    zip = await ask();
    expect(zip.equals(await ask())).toBe(true);
    const { data } = await verify(zip);
    expect(data.receipt.title).toBe('资料包未被改动');
    expect(data.receipt.lines).toContainEqual(['链上位置', '第 1 个，前后相连']);
    expect(data.receipt.lines).toContainEqual(['签名', '签名有效']);
  });

  test('one byte of one file changed: the file is named', async () => {
    const reader = await openZip(zip);
    const entry = [...reader.entries.values()].find(({ name }) => name.includes('每日余额汇总'))!;
    const changed = Buffer.from(zip);
    const at = entry.offset + 30 + Buffer.byteLength(entry.name) + Math.floor(entry.packed / 2);
    changed[at] = changed[at]! ^ 1;
    const { data } = await verify(changed);
    expect(data.receipt.title).toBe('资料包与封存时不同');
    expect(data.receipt.lines.filter(([title]) => title === '改动过')).toEqual([['改动过', entry.name]]);
  });

  test('a manifest made to fit is held against the one the house has kept', async () => {
    const reader = await openZip(zip);
    const files: [string, Buffer][] = [];
    for (const entry of reader.entries.values()) {
      const parts: Buffer[] = [];
      for await (const part of reader.stream(entry, 10_000_000)) parts.push(part);
      const content = Buffer.concat(parts);
      files.push([
        entry.name,
        entry.name === 'manifest.json' ? Buffer.from(content.toString().replace('"bytes": ', '"bytes": 1')) : content,
      ]);
    }
    const { data } = await verify(await archiveOf(files));
    expect(data.receipt.lines.filter(([title]) => title === '改动过')).toEqual([['改动过', 'manifest.json']]);
    const missing = await verify(await archiveOf(files.slice(1)));
    expect(missing.data.receipt.lines).toContainEqual(['缺少', files[0]![0]]);
    expect(await verify(Buffer.from('PK\u0003\u0004nothing'))).toMatchObject({ errorcode: 3640 });
    expect(bench.app.errors).toEqual([]);
  });
});
