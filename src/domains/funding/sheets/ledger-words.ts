/** Words of 账户流水, and how the numbers of the money reports become its search. Pure: pages and server share it. */
import type { Drill } from '../../../kit/define/page.ts';
import { purseAccounts, type statementColumns } from './account-words.ts';

/** Where money comes from and goes to outside the purses; what comes in stands there with a plus too. */
export const outsideAccounts = [
  { value: 'cash_drawer', label: '现金' },
  { value: 'channel:wechat', label: '微信' },
  { value: 'channel:alipay', label: '支付宝' },
  { value: 'channel:bank', label: '银行' },
  { value: 'channel:transfer', label: '转账' },
  { value: 'channel:device', label: '自助机' },
  { value: 'channel:import', label: '批量导入' },
] as const;

export const ledgerAccounts = [...purseAccounts, ...outsideAccounts] as const;

/** Kind of a posting; `_BACK` undoes one. */
export const ledgerKinds = [
  { value: 'RECHARGE', label: '充值' },
  { value: 'RECHARGE_BACK', label: '充值冲正' },
  { value: 'DEPOSIT', label: '现金存款' },
  { value: 'DEPOSIT_BACK', label: '存款冲正' },
  { value: 'CONSUME', label: '消费' },
  { value: 'CONSUME_BACK', label: '纠错退回' },
  { value: 'SUPPLEMENT', label: '补扣' },
  { value: 'SUPPLEMENT_BACK', label: '补扣退回' },
  { value: 'REFUND', label: '退款' },
  { value: 'REFUND_BACK', label: '退款退回' },
  { value: 'CASH_OUT', label: '取款' },
  { value: 'CASH_OUT_BACK', label: '取款冲正' },
  { value: 'SUBSIDY_GRANT', label: '补贴发放' },
  { value: 'SUBSIDY_GRANT_BACK', label: '撤销发放' },
  { value: 'SUBSIDY_CLEAR', label: '补贴清零' },
  { value: 'SUBSIDY_CLEAR_BACK', label: '清零恢复' },
  { value: 'SUBSIDY_RETURN', label: '退补贴' },
  { value: 'SUBSIDY_RETURN_BACK', label: '撤销退补贴' },
  { value: 'CARD_FEE', label: '开卡工本费' },
  { value: 'CARD_FEE_AGAIN', label: '补卡工本费' },
  { value: 'CARD_FEE_BACK', label: '开卡工本费退回' },
  { value: 'CARD_FEE_AGAIN_BACK', label: '补卡工本费退回' },
  { value: 'CARD_DEPOSIT', label: '收卡押金' },
  { value: 'CARD_DEPOSIT_BACK', label: '押金冲正' },
  { value: 'CARD_DEPOSIT_RETURN', label: '退卡押金' },
  { value: 'CARD_DEPOSIT_RETURN_BACK', label: '退押金冲正' },
  { value: 'ADJUST', label: '调整' },
  { value: 'ADJUST_BACK', label: '调整退回' },
] as const;

export type LedgerKind = (typeof ledgerKinds)[number]['value'];

export const ledgerPath = '/admin/organization/account_statement/detail';

/** Where a number leads: lines of these kinds among those `base` finds. */
export const toLedger = (base: Drill['search'], ...kinds: LedgerKind[]): Drill => ({
  path: ledgerPath,
  search: (row, search) => ({ ...base(row, search), ...(kinds.length > 0 ? { kind: kinds } : {}) }),
});

/** The kinds that stand in each column of 对账单; `account-words` puts them there. */
const statementKinds: Readonly<Record<keyof typeof statementColumns, readonly LedgerKind[]>> = {
  rechargeFen: ['RECHARGE', 'RECHARGE_BACK'],
  depositFen: ['DEPOSIT', 'DEPOSIT_BACK'],
  subsidyFen: ['SUBSIDY_GRANT', 'SUBSIDY_GRANT_BACK'],
  correctedFen: ['CONSUME_BACK'],
  otherInFen: [
    'CARD_DEPOSIT',
    'CARD_DEPOSIT_BACK',
    'CARD_DEPOSIT_RETURN',
    'CARD_DEPOSIT_RETURN_BACK',
    'ADJUST',
    'ADJUST_BACK',
  ],
  consumeFen: ['CONSUME'],
  supplementFen: ['SUPPLEMENT', 'SUPPLEMENT_BACK'],
  refundFen: ['REFUND', 'REFUND_BACK'],
  cashOutFen: ['CASH_OUT', 'CASH_OUT_BACK'],
  clearedFen: ['SUBSIDY_CLEAR', 'SUBSIDY_CLEAR_BACK'],
  returnedFen: ['SUBSIDY_RETURN', 'SUBSIDY_RETURN_BACK'],
  cardFeeFen: ['CARD_FEE', 'CARD_FEE_AGAIN', 'CARD_FEE_BACK', 'CARD_FEE_AGAIN_BACK'],
  otherOutFen: [
    'CARD_DEPOSIT',
    'CARD_DEPOSIT_BACK',
    'CARD_DEPOSIT_RETURN',
    'CARD_DEPOSIT_RETURN_BACK',
    'ADJUST',
    'ADJUST_BACK',
  ],
};

const lastOf = (days: unknown): unknown => (Array.isArray(days) ? (days[1] ?? null) : null);

/**
 * Numbers of 对账单: lines of the row's account, of the column's kinds, at `path`; balances open everything up to their day.
 * Lists across units know neither departments nor persons (`people`).
 */
export function statementDrill(path = ledgerPath, people = true): Drill & { columns: Record<string, Drill> } {
  const lines: Drill['search'] = (row, search) => ({
    account: row.account,
    businessDate: search.businessDate,
    ...(people ? { departmentId: search.departmentId, personId: search.personId } : {}),
  });
  const to = (base: Drill['search'], ...kinds: LedgerKind[]): Drill => ({ ...toLedger(base, ...kinds), path });
  return {
    ...to(lines),
    columns: {
      ...Object.fromEntries(Object.entries(statementKinds).map(([key, kinds]) => [key, to(lines, ...kinds)])),
      openingFen: to((row, search) => ({ ...lines(row, search), businessDate: [null, row.dayBefore] })),
      closingFen: to((row, search) => ({
        ...lines(row, search),
        businessDate: [null, lastOf(search.businessDate)],
      })),
    },
  };
}
