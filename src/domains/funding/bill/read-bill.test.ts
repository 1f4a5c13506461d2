/** Bills of both channels are read as they come; one that is not whole or not a bill is refused by name and row. */
import { expect, test } from 'vitest';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { readTable } from '../../../kit/server/sheet/read-table.ts';
import type { Bill } from './bill.ts';
import { readBill } from './read-bill.ts';
import { alipayBill, type Paid, wechatBill } from './written-bill.ts';

async function read(file: string | Buffer): Promise<Bill | string> {
  const table = await readTable(typeof file === 'string' ? Buffer.from(file) : file, '账单.csv');
  if (isRefusal(table)) return refusalMessage(table);
  const bill = readBill(table, '账单.csv');
  return isRefusal(bill) ? refusalMessage(bill) : bill;
}

const payment: Paid = {
  outTradeNo: 'CZ20260401100',
  channelNo: '4200000008202604010000000001',
  amount: '50.00',
  fee: '0.29500',
  at: '2026-04-01 11:59:58',
};
const refund: Paid = {
  ...payment,
  refund: true,
  outRefundNo: 'TK20260401200',
  amount: '12.30',
  at: '2026-04-01 23:59:59',
};
const at = Date.parse('2026-04-01T11:59:58+08:00');

test('a WeChat bill: payments, refunds, a product name with commas, the totals', async () => {
  expect(
    await read(
      wechatBill([
        { ...payment, product: '青禾,实验中学,充值', fee: '0.30000' },
        { ...refund, fee: '-0.07380' },
      ]),
    ),
  ).toEqual({
    channel: 'WECHAT',
    from: '2026-04-01',
    to: '2026-04-01',
    hasPayments: true,
    hasRefunds: true,
    lines: [
      {
        rowNo: 2,
        kind: 'PAYMENT',
        outTradeNo: 'CZ20260401100',
        channelNo: '4200000008202604010000000001',
        merchantNo: '1900000001',
        outRefundNo: '',
        amountFen: 5_000,
        feeFen: 30,
        at,
      },
      expect.objectContaining({ rowNo: 3, kind: 'REFUND', outRefundNo: 'TK20260401200', amountFen: 1_230, feeFen: 7 }),
    ],
  });
});

test('kinds SUCCESS and REFUND of a WeChat bill, and the headings of old merchants', async () => {
  const success = `交易时间,商户号,微信订单号,商户订单号,交易状态,总金额\n\`2026-04-01 11:59:58,\`19,\`42,\`CZ1,\`SUCCESS,\`5.01\n总交易单数,总交易额\n\`1,\`5.01\n`;
  expect(await read(success)).toMatchObject({ hasPayments: true, hasRefunds: false, lines: [{ amountFen: 501 }] });
  const refunds = `交易时间,商户号,微信订单号,商户订单号,交易状态,退款申请时间,商户退款单号,退款金额\n\`2026-03-30 08:00:00,\`19,\`42,\`CZ1,\`REFUND,\`2026-04-01 09:00:00,\`TK1,\`-5.01\n总交易单数,总退款金额\n\`1,\`5.01\n`;
  expect(await read(refunds)).toMatchObject({
    hasPayments: false,
    hasRefunds: true,
    from: '2026-04-01',
    lines: [{ kind: 'REFUND', amountFen: 501 }],
  });
});

test('a payment taken back at the till is nobody’s money, whatever else the bill says of it', async () => {
  const revoked = { ...payment, outTradeNo: 'XF20260401300', channelNo: '4200000008202604010000000002' };
  const file = wechatBill([payment, revoked, revoked]);
  const lines = file.split('\r\n');
  lines[3] = lines[3]!.replace('`SUCCESS', '`REVOKED');
  expect(await read(lines.join('\r\n'))).toMatchObject({ lines: [{ outTradeNo: payment.outTradeNo }] });
});

test('an Alipay bill in GB18030: comments, tabs, negative refunds, commas in a name', async () => {
  const channelNo = '2026040122001400000000000001';
  const lines = [
    { ...payment, fee: '0.30', channelNo, product: '青禾,充值' },
    { ...refund, channelNo },
  ];
  expect(await read(alipayBill(lines))).toMatchObject({
    channel: 'ALIPAY',
    from: '2026-04-01',
    lines: [
      { rowNo: 6, kind: 'PAYMENT', outTradeNo: 'CZ20260401100', channelNo, amountFen: 5_000, feeFen: 30, at },
      { rowNo: 7, kind: 'REFUND', outRefundNo: 'TK20260401200', channelNo, amountFen: 1_230 },
    ],
  });
});

test('what is wrong is said with its row', async () => {
  const said = async (line: Partial<Paid>) => read(wechatBill([payment, { ...payment, channelNo: '43', ...line }]));
  expect(await said({ amount: '5O.00' })).toBe('第 3 行：金额「5O.00」不是 0.00 形式的元，请上传渠道的原始文件');
  expect(await said({ at: '2026-02-30 10:00:00' })).toBe(
    '第 3 行：交易时间「2026-02-30 10:00:00」不正确，请上传渠道的原始文件',
  );
  expect(await said({ channelNo: '4.2E+27' })).toBe(
    '第 3 行：微信订单号「4.2E+27」已被表格软件改写，请上传渠道的原始文件',
  );
  expect(await said({ outTradeNo: '' })).toBe('第 3 行：商户订单号为空，请上传渠道的原始文件');
  expect(await said({ channelNo: payment.channelNo })).toBe(
    `第 3 行：与第 2 行重复（${payment.channelNo}），请上传渠道的原始文件`,
  );
  expect(await read(wechatBill([payment]).replace('`SUCCESS', '`SOON'))).toBe(
    '第 2 行：交易状态「SOON」不认识，请上传渠道的原始文件',
  );
  expect(await read(alipayBill([{ ...payment, amount: '一' }]))).toBe(
    '第 6 行：订单金额「一」不是 0.00 形式的元，请上传渠道的原始文件',
  );
});

test('a bill cut short, or another file, is not compared', async () => {
  expect(await read(wechatBill([payment], 2))).toBe('账单不完整：明细 1 笔，汇总行为 2，请重新下载后再核对');
  expect(await read(wechatBill([payment]).split('总交易单数')[0]!)).toBe(
    '账单不完整：缺少末尾的汇总行，请重新下载后再核对',
  );
  const alipay = alipayBill([payment, { ...payment, channelNo: '43' }]);
  expect(await read(alipay.subarray(0, alipay.lastIndexOf('#---')))).toMatch(
    /账单不完整：缺少末尾的「业务明细列表结束」/,
  );
  expect(await read('记账时间,微信支付业务单号,资金流水单号\n`2026-04-01 10:00:00,`1,`2\n')).toBe(
    '「账单.csv」不是可核对的账单：这是微信资金账单，请在商户平台下载「交易账单」',
  );
  expect(await read('工号,姓名\n1,2\n')).toBe(
    '「账单.csv」不是可核对的账单：请上传微信支付「交易账单」或支付宝「业务明细」的原始文件',
  );
  expect(await read(wechatBill([]))).toBe('「账单.csv」不是可核对的账单：账单没有一笔交易');
});
