/** A signature under a payment: drawn for this form by who sends it, kept for the unit alone, on the slip and its reprint. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FundingBench, fundingBench } from '../testing.ts';

const page = 'cash_out_detail';
let bench: FundingBench;
let personId: number;
let company: string;

beforeAll(async () => {
  bench = await fundingBench([
    '/admin/organization/cash_out_detail#query',
    '/admin/organization/cash_out_detail#create',
    '/admin/organization/user#query',
  ]);
  personId = await bench.person({ cash: 50_000 });
  company = await bench.app.login('company');
});
afterAll(() => bench?.stop());

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const upload = async (token: string, content = png, name = '签字.png', purpose = 'signature') => {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const encoded = new Response(form);
  const answer = await bench.app.fastify.inject({
    method: 'POST',
    url: `/upload?purpose=${purpose}`,
    headers: { 'content-type': encoded.headers.get('content-type')!, authorization: `Bearer ${token}` },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return answer.json() as { errorcode: number; data: { key: string } };
};
const signed = async (token = bench.clerk) => (await upload(token)).data.key;
const pay = (signImage: unknown, key?: string) =>
  bench.call<{ id: number; receipt: { signature?: string; lines: [string, string][] } }>(
    page,
    'create',
    { personId, amountFen: 100, reason: 'PARTIAL', signImage },
    bench.clerk,
    key,
  );
const fetched = (key: string, token?: string) =>
  bench.app.fastify.inject({
    method: 'GET',
    url: `/files/${key}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });

test('is a small drawing, and nothing else', async () => {
  const key = await signed();
  expect(key).toMatch(/^signature\//);
  expect((await upload(bench.clerk, Buffer.from('hello'), 'a.txt')).errorcode).not.toBe(0);
  expect((await upload(bench.clerk, Buffer.concat([png, Buffer.alloc(300_000)]))).errorcode).not.toBe(0);
});

test('is seen by its unit alone, and lies in no cache', async () => {
  const key = await signed();
  const own = await fetched(key, bench.clerk);
  expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect((await fetched(key)).statusCode).toBe(401);
  expect((await fetched(key, company)).statusCode).toBe(404);
});

test('stands on the slip, in the record and on the reprint; the form sent twice is paid once', async () => {
  const key = await signed();
  const made = await pay(key, 'signed-form-1');
  expect(made.receipt).toMatchObject({ signature: key, lines: expect.arrayContaining([['本人签字', '已签']]) });
  expect(await pay(key, 'signed-form-1')).toMatchObject({ id: made.id });
  expect(await bench.call(page, 'get', { id: made.id })).toMatchObject({ signImage: key });
  expect(await bench.call(page, 'receipt', { id: made.id })).toMatchObject({ receipt: { signature: key } });
  const without = await pay(null);
  expect(without.receipt.lines).toContainEqual(['本人签字', '＿＿＿＿＿＿']);
  expect(without.receipt.signature).toBeUndefined();
});

test('serves one payment: no older one, nobody else’s, no other picture', async () => {
  const before = await bench.mainFen(personId);
  const used = await signed();
  expect((await pay(used)).errorcode).toBeUndefined();
  expect(await pay(used)).toMatchObject({ fields: { signImage: expect.stringContaining('已用于') } });
  const image = await upload(bench.clerk, png, 'a.png', 'image');
  const old = await signed();
  await bench.app.services.pool.query(
    `update stored_file set created_at = created_at - interval '2 days' where key = $1`,
    [old],
  );
  const strange = [
    await signed(bench.boss),
    await signed(company),
    image.data?.key ?? 'image/x.png',
    old,
    'signature/no.png',
  ];
  for (const key of strange)
    expect(await pay(key), String(key)).toMatchObject({
      errorcode: 1101,
      fields: { signImage: expect.stringContaining('请重新签名') },
    });
  expect((await bench.mainFen(personId)).balance).toBe(before.balance - 100);
  await bench.sound();
});
