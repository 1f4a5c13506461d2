/** The documents of the counter, and the words and columns in which they differ. */

export interface CounterKind {
  table: 'recharge_order' | 'cash_deposit' | 'cash_out' | 'count_recharge';
  /** The purse it moves. COUNT holds meals: its documents have columns of their own for them, and no fen. */
  purse: 'MAIN' | 'COUNT';
  /** The document's number: its column, its field in the list, and how it begins. */
  noColumn: string;
  noField: string;
  prefix: string;
  /** When it was made: its column and its field in the list. */
  atColumn: string;
  atField: string;
  /** As the log has it; the amount's label follows from it. */
  action: string;
  slip: string;
  /** It may be undone on later days too: no drawer and no channel was settled with it. */
  anyDay?: true;
  /** The state it is booked in. */
  booked: string;
}

export const rechargeOrder: CounterKind = {
  table: 'recharge_order',
  purse: 'MAIN',
  noColumn: 'order_no',
  noField: 'orderNo',
  prefix: 'CZ',
  atColumn: 'created_at',
  atField: 'createdAt',
  action: '充值',
  slip: '充值凭条',
  booked: 'CREDITED',
};

export const cashDeposit: CounterKind = {
  table: 'cash_deposit',
  purse: 'MAIN',
  noColumn: 'deposit_no',
  noField: 'depositNo',
  prefix: 'CK',
  atColumn: 'at',
  atField: 'at',
  action: '存款',
  slip: '现金存款凭条',
  booked: 'OK',
};

export const cashPaidOut: CounterKind = {
  table: 'cash_out',
  purse: 'MAIN',
  noColumn: 'cash_out_no',
  noField: 'cashOutNo',
  prefix: 'QK',
  atColumn: 'at',
  atField: 'at',
  action: '取款',
  slip: '取款凭条',
  booked: 'OK',
};

export const countRecharge: CounterKind = {
  table: 'count_recharge',
  purse: 'COUNT',
  noColumn: 'recharge_no',
  noField: 'rechargeNo',
  prefix: 'JC',
  atColumn: 'at',
  atField: 'at',
  action: '计次充值',
  slip: '计次充值凭条',
  anyDay: true,
  booked: 'OK',
};

/** Where a document's amount and the balance after it stand: columns of its table, fields of its page. */
export const figuresOf = {
  MAIN: {
    amount: 'amount_fen',
    after: 'balance_after_fen',
    amountField: 'amountFen',
    afterField: 'balanceAfterFen',
    label: '金额',
  },
  COUNT: { amount: 'meals', after: 'meals_after', amountField: 'meals', afterField: 'mealsAfter', label: '次数' },
} as const;

/** All of them. */
export const counterKinds: readonly CounterKind[] = [rechargeOrder, cashDeposit, cashPaidOut, countRecharge];
