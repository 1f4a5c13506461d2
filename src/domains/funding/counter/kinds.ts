/** The three documents of the counter, and the words and columns in which they differ. */

export interface CounterKind {
  table: 'recharge_order' | 'cash_deposit' | 'cash_out';
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
  /** The state it is booked in. */
  booked: string;
}

export const rechargeOrder: CounterKind = {
  table: 'recharge_order',
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
  noColumn: 'cash_out_no',
  noField: 'cashOutNo',
  prefix: 'QK',
  atColumn: 'at',
  atField: 'at',
  action: '取款',
  slip: '取款凭条',
  booked: 'OK',
};
