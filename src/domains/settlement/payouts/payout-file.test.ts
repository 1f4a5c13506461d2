/** What the bank reads: account numbers are text, Chinese names in the encoding it expects, nothing runs as a formula. */
import { expect, test } from 'vitest';
import { decodeText } from '../../../kit/server/sheet/decode-text.ts';
import { resultOf, transferOf } from './bank-result.ts';
import { payoutFile } from './payout-file.ts';

const row = {
  accountName: '禾丰餐饮管理有限公司',
  accountNo: '6222021234567890123',
  bankName: '=中国工商银行',
  branchNo: '102100099996',
  amountFen: 123_450,
  transferNo: 'DK20261123-001',
};

test('rare characters of a name are written in GB18030 as they are', async () => {
  const accountName = '𠮷禾丰餐饮，㐀镕喆 ABC 123 ￥';
  const { content } = await payoutFile('CSV_GB', 'DK1', [{ ...row, accountName }]);
  expect(new TextDecoder('gb18030').decode(content)).toContain(accountName);
});

test('a bank means paid only by its plain words', () => {
  for (const word of ['成功', '交易成功', '付款成功。', '已付', '已完成', '代发成功', ' 成 功 '])
    expect([word, resultOf(word)]).toEqual([word, 'paid']);
  for (const word of ['失败', '交易未成功', '不成功', '银行退票', '拒绝付款'])
    expect([word, resultOf(word)]).toEqual([word, 'failed']);
  for (const word of ['', '处理中', '部分成功', '待付', '预计明日完成', '未付', '成功受理'])
    expect([word, resultOf(word)]).toEqual([word, 'open']);
});

test('one text in both encodings, formulas made harmless', async () => {
  const [gb, utf8] = [await payoutFile('CSV_GB', 'DK1', [row]), await payoutFile('CSV_UTF8', 'DK1', [row])];
  expect(decodeText(gb.content)?.encoding).toBe('gb18030');
  expect(decodeText(gb.content)?.text).toBe(decodeText(utf8.content)?.text);
  expect(decodeText(gb.content)?.text).toContain("'=中国工商银行");
  expect(decodeText(gb.content)?.text).toContain('1234.50');
  expect((await payoutFile('CSV_GB', 'DK1', [row])).sha256).toBe(gb.sha256);
});

test('a row of the bank is known by its 附言, else by what fits once', () => {
  const sent = [1, 2].map((n) => ({
    withdrawalId: n,
    transferNo: `DK-00${n}`,
    accountNo: '62220000',
    amountFen: 500,
    day: '2026-11-23',
  }));
  const other = { ...sent[0]!, withdrawalId: 3, transferNo: 'DK-003', amountFen: 700 };
  const read = (values: object) => transferOf(values as Record<string, unknown>, [...sent, other]);
  expect(read({ transferNo: 'DK-002' })).toMatchObject({ withdrawalId: 2 });
  expect(read({ accountNo: '62220000', amountFen: 700, day: '2026-11-23' })).toMatchObject({ withdrawalId: 3 });
  expect(read({ accountNo: '62220000', amountFen: 500, day: '2026-11-23' })).toMatch('有 2 笔');
  expect(read({ transferNo: 'DK-002', amountFen: 501 })).toMatch('与表中金额不符');
  expect(read({ transferNo: 'DK-009' })).toMatch('没有打款中');
  expect(read({ accountNo: '62220000', amountFen: 700, day: '2026-11-22' })).toBe('没有对应的打款');
});
