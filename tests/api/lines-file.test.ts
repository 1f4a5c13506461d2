/** Rows of a form read out of a file over HTTP: by its headings, of one's own files alone, no more than the form takes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readXlsxRows } from '../../src/kit/server/sheet/xlsx-reader.ts';
import { startTestServer, type TestApp } from '../support/server.ts';

const path = '/admin/contractor/erp/stock_bill';
const field = 'lines';
let app: TestApp;
let owner: string;
let rival: string;
beforeAll(async () => {
  app = await startTestServer({ demo: { days: 1, share: 0.06 } });
  owner = await app.login('contractor');
  rival = await app.login('contractor2');
});
afterAll(() => app?.stop());

/** Puts a table among the owner's files; its key. */
async function sent(text: string): Promise<string> {
  const form = new FormData();
  form.set('kind', 'import');
  form.set('file', new Blob([text], { type: 'text/csv' }), '明细.csv');
  const headers = { authorization: `Bearer ${owner}` };
  const answer = await fetch(`${app.origin}/api/upload`, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { data: { key: string } }).data.key;
}
const read = (fileKey: string, by = owner) => app.post(path, 'lines_read', { field, fileKey }, by);

test('the template says the columns; a file under its headings becomes rows, in whatever order they stand', async () => {
  const answer = await fetch(`${app.origin}/api${path}/lines_template`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/json' },
    body: JSON.stringify({ field }),
  });
  const template: string[][] = [];
  const bytes = Buffer.from(await answer.arrayBuffer());
  await readXlsxRows(bytes, { filename: '明细模板.xlsx' }, (cells) => template.push(cells) > 0);
  const headings = template.at(-1)!;
  expect(headings.join(' ')).toBe(
    '商品* 单位 数量* 金额（入库） 批次（出库） 批号（入库） 生产日期 到期日期 原因/备注',
  );
  const goods = await app.post('/admin/contractor/erp/goods', 'options', { size: 1 }, owner);
  const [one] = goods.body.data as { id: number; name: string }[];
  const [name, , typed, amount] = headings;
  const fileKey = await sent(`${amount},序号,${name},${typed}\n¥12.30,1,${one!.name},2.5\n,2,没有的货,三斤\n`);
  expect((await read(fileKey)).body.data).toEqual({
    rows: [
      { goodsId: one!.id, typed: 2.5, amountFen: 1_230 },
      { goodsId: null, typed: '三斤', amountFen: null },
    ],
    problems: [
      { row: 1, key: 'typed', message: '必须是数字' },
      { row: 1, key: 'goodsId', message: '「没有的货」不存在' },
    ],
  });
  // Another unit’s file is as if there were none.
  for (const [key, by] of [
    [fileKey, rival],
    ['import/none.csv', owner],
  ] as const)
    expect(await read(key, by)).toMatchObject({ status: 404, body: { errorcode: 1004, data: null } });
});

test('a file without any of the headings, or with more rows than the form takes, is refused and says why', async () => {
  expect((await read(await sent('品名规格,件\n大米,1\n'))).body).toMatchObject({
    errorcode: 1100,
    errormsg: expect.stringMatching(/^请求格式不正确：表头里没有 商品、单位、数量、/),
  });
  const rows = (count: number) => `数量\n${'1\n'.repeat(count)}`;
  expect((await read(await sent(rows(500)))).body.data).toMatchObject({ problems: [] });
  expect((await read(await sent(rows(501)))).body).toMatchObject({
    errorcode: 1103,
    errormsg: '内容超过上限：500 行',
  });
});
