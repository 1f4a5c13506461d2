/** 账户对账: balances per person, the statement, and the daily proof sheet. */
import { choice, date, money, ref, text } from '../../../../kit/define/field.ts';
import { against, eq, sum } from '../../../../kit/define/identity.ts';
import { all, except, keyword, page, range } from '../../../../kit/define/page.ts';
import { lowStates } from '../../limits/low-states.ts';
import { purseAccounts, statementColumns } from '../account-words.ts';
import { accountLife, balanceAsked, balanceDrill, besideMain } from '../balance-fields.ts';
import { statementDrill, toLedger } from '../ledger-words.ts';

/** Lines that made a person's balance, up to the day asked for. */
const balanceLines = (account?: string) =>
  toLedger((row, search) => ({ personId: row.id, account, businessDate: [null, search.asOf ?? null] }));
/** Lines of one day, of one direction or of both. */
const dayLines = (side?: 'IN' | 'OUT') =>
  toLedger((row, search) => ({
    account: search.account,
    businessDate: [row.businessDate, row.businessDate],
    ...(side ? { side } : {}),
  }));
const untilDay = toLedger((row, search) => ({ account: search.account, businessDate: [null, row.businessDate] }));

export const accountBalance = page({
  path: '/admin/organization/account_balance',
  title: '账户余额表',
  limited: ['DEPARTMENT'],
  menu: ['资金账户', '账户对账'],
  fields: {
    ...balanceAsked,
    jobNumber: text('工号'),
    name: text('姓名'),
    departmentId: ref('部门', 'department'),
    typeId: ref('人员类别', 'person_type'),
    mainFen: money('主账户余额', { sortable: true }),
    lowState: choice('余额提醒', lowStates, { help: '主账户对照所属类别的低额提醒，在余额限制设置' }),
    ...besideMain,
    totalFen: money('合计', { sortable: true }),
    ...accountLife,
  },
  list: {
    columns: except('asOf', 'account'),
    subline: { name: 'jobNumber' },
    search: [
      { key: 'asOf' },
      keyword('姓名/工号', 'name', 'jobNumber'),
      'departmentId',
      'typeId',
      'account',
      'lowState',
      range('totalFen'),
      'status',
    ],
    sort: '-totalFen',
    totals: all(),
  },
  report: { identities: [against('totalFen', '对账单期末余额')], drill: balanceDrill(balanceLines) },
});

export const statementAmounts = {
  openingFen: money('期初余额'),
  rechargeFen: money('充值'),
  depositFen: money('存款'),
  subsidyFen: money('补贴发放'),
  correctedFen: money('纠错退回'),
  otherInFen: money('其他收入'),
  consumeFen: money('消费'),
  supplementFen: money('补扣'),
  refundFen: money('退款'),
  cashOutFen: money('取款'),
  clearedFen: money('补贴清零'),
  returnedFen: money('退补贴'),
  cardFeeFen: money('工本费'),
  otherOutFen: money('其他支出'),
  closingFen: money('期末余额'),
};

export const accountStatement = page({
  path: '/admin/organization/account_statement',
  title: '对账单',
  menu: ['资金账户', '账户对账'],
  fields: {
    account: choice('账户', purseAccounts),
    businessDate: date('期间'),
    departmentId: ref('部门', 'department'),
    personId: ref('个人', 'person'),
    ...statementAmounts,
  },
  list: {
    columns: except('businessDate', 'departmentId', 'personId'),
    search: [range('businessDate', 'thisMonth'), 'account', 'departmentId', 'personId'],
    totals: all(),
  },
  report: {
    identities: [
      eq('closingFen', [
        'openingFen',
        ...Object.entries(statementColumns).map(([key, side]) => (side === 'in' ? key : `-${key}`)),
      ]),
    ],
    drill: statementDrill(),
  },
});

export const dailyBalanceSummary = page({
  path: '/admin/organization/daily_balance_summary',
  title: '每日余额汇总',
  menu: ['资金账户', '账户对账'],
  fields: {
    businessDate: date('日期', { sortable: true }),
    account: choice('账户', purseAccounts),
    openingFen: money('期初余额'),
    inFen: money('收入合计'),
    outFen: money('支出合计'),
    closingFen: money('期末余额'),
    actualFen: money('账户合计(实际)'),
    differenceFen: money('差额'),
  },
  list: {
    columns: except('account'),
    search: [range('businessDate', 'thisMonth'), 'account'],
    totals: ['inFen', 'outFen'],
  },
  report: {
    identities: [
      sum('closingFen', ['openingFen', 'inFen', '-outFen']),
      sum('differenceFen', ['actualFen', '-closingFen']),
      eq('actualFen', 'closingFen'),
    ],
    drill: {
      ...dayLines(),
      columns: {
        openingFen: toLedger((row, search) => ({ account: search.account, businessDate: [null, row.dayBefore] })),
        inFen: dayLines('IN'),
        outFen: dayLines('OUT'),
        closingFen: untilDay,
        actualFen: untilDay,
        differenceFen: { path: '/admin/organization/ledger_check', search: () => ({}) },
      },
    },
    chart: { kind: 'line', x: 'businessDate', y: ['closingFen'] },
  },
});
