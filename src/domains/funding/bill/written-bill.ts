/** Bill files as the channels write them: the sandbox of a demonstration has no other, and tests have them changed. */
import iconv from 'iconv-lite';

export interface Paid {
  refund?: boolean;
  outTradeNo: string;
  channelNo: string;
  outRefundNo?: string;
  /** As written: `50.00`. */
  amount: string;
  /** `YYYY-MM-DD HH:mm:ss`. */
  at: string;
  /** As written: `0.30000`; nothing when left out. */
  fee?: string;
  product?: string;
  merchantNo?: string;
}

const wechatHead =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';

/** 微信支付交易账单 of kind ALL; `stated` is the number of lines its totals claim. */
export function wechatBill(lines: readonly Paid[], stated = lines.length): string {
  const rows = lines.map(
    ({
      refund,
      outTradeNo,
      channelNo,
      outRefundNo,
      amount,
      at,
      product = '充值',
      merchantNo = '1900000001',
      fee = '0.00000',
    }) =>
      [
        at,
        'wx1',
        merchantNo,
        '0',
        '',
        channelNo,
        outTradeNo,
        'openid',
        'NATIVE',
        refund ? 'REFUND' : 'SUCCESS',
        'OTHERS',
      ]
        .concat(['CNY', refund ? '0.00' : amount, '0.00', refund ? '5000' : '0', refund ? (outRefundNo ?? '') : '0'])
        .concat([refund ? amount : '0.00', '0.00', refund ? 'ORIGINAL' : '', refund ? 'SUCCESS' : '', product, '', fee])
        .concat(['0.60%', refund ? '0.00' : amount, refund ? amount : '0.00', ''])
        .map((value) => `\`${value}`)
        .join(','),
  );
  const yuan = (of: readonly Paid[], digits = 2, key: 'amount' | 'fee' = 'amount') =>
    of.reduce((sum, one) => sum + Number(one[key] ?? 0), 0).toFixed(digits);
  const paid = lines.filter((line) => !line.refund);
  const back = lines.filter((line) => line.refund);
  const totals = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';
  return `\ufeff${[wechatHead, ...rows, totals, `\`${stated},\`${yuan(paid)},\`${yuan(back)},\`0.00,\`${yuan(lines, 5, 'fee')},\`${yuan(paid)},\`${yuan(back)}`].join('\r\n')}\r\n`;
}

const alipayHead =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';

/** The account that the second channel's bills name; orders carry the application. */
export const billedAccount = '20880000000000000156';

/** 支付宝业务明细, in GB18030 with tabs behind the values. */
export function alipayBill(lines: readonly Paid[]): Buffer {
  const rows = lines.map(
    ({ refund, outTradeNo, channelNo, outRefundNo, amount, at, product = '充值', fee = '0.00' }) => {
      const signed = refund ? `-${amount}` : amount;
      return [
        channelNo,
        outTradeNo,
        refund ? '退款' : '交易',
        product,
        at,
        at,
        '',
        '',
        '',
        '',
        'a**@b.cn',
        signed,
        signed,
      ]
        .concat([
          '0.00',
          '0.00',
          '0.00',
          '0.00',
          '0.00',
          '',
          '0.00',
          '0.00',
          outRefundNo ?? '',
          refund ? fee : `-${fee}`,
          '0.00',
          '',
        ])
        .map((value) => `${value}\t`)
        .join(',');
    },
  );
  const of = (refund: boolean) => lines.filter((line) => (line.refund ?? false) === refund);
  const sum = (refund: boolean) =>
    of(refund)
      .reduce((all, { amount }) => all + Number(amount), 0)
      .toFixed(2);
  const text = [
    '#支付宝业务明细查询',
    `#账号：[${billedAccount}]`,
    '#起始日期：[2026年04月01日 00:00:00]   终止日期：[2026年04月02日 00:00:00]',
    '#-----------------------------------------业务明细列表----------------------------------------',
    alipayHead,
    ...rows,
    '#-----------------------------------------业务明细列表结束------------------------------------',
    `#交易合计：${of(false).length}笔，商家实收共${sum(false)}元，商家优惠共0.00元`,
    `#退款合计：${of(true).length}笔，商家实收退款共${sum(true)}元，商家优惠退款共0.00元`,
    '#导出时间：[2026年04月02日 10:00:00]',
  ].join('\r\n');
  return iconv.encode(`${text}\r\n`, 'gb18030');
}
