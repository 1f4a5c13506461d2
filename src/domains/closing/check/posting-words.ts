/** Kinds of postings in the clerk's words. */

const words: Readonly<Record<string, string>> = {
  RECHARGE: '充值',
  DEPOSIT: '现金存款',
  CASH_OUT: '取款',
  CONSUME: '消费',
  REVERSE: '退回',
  SUPPLEMENT: '补扣',
  REFUND: '退款',
  SUBSIDY_GRANT: '补贴发放',
  SUBSIDY_RETURN: '退补贴',
  SUBSIDY_CLEAR: '补贴清零',
  CARD_FEE: '工本费',
  CARD_DEPOSIT: '卡押金',
  CARD_DEPOSIT_RETURN: '退卡押金',
  ADJUST: '调整',
};

/** `消费`, or `消费退回` for what undoes one. */
export const postingWords = (kind: string, reversesKind: string): string =>
  `${kind === 'REVERSE' ? (words[reversesKind] ?? '') : ''}${words[kind] ?? kind}`;
