/** 账户对账: balances per person, the statement, and the daily proof sheet. */
import { choice, date, int, money, ref, text, time } from '../../../kit/define/field.ts';
import { keyword, page, range } from '../../../kit/define/page.ts';
import { purseAccounts } from '../account-words.ts';
import { statementDrill, toLedger } from '../ledger-words.ts';
import { lowStates } from '../limits/low-states.ts';

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

const purseStates = [
  { value: 'ACTIVE', label: '正常', tone: 'success' },
  { value: 'FROZEN', label: '冻结', tone: 'warning' },
  { value: 'CLOSED', label: '已销户', tone: 'neutral' },
] as const;

export const accountBalance = page({
  path: '/admin/organization/account_balance',
  title: '账户余额表',
  menu: ['资金账户', '账户对账'],
  kind: 'report',
  fields: {
    asOf: date('截止日期'),
    account: choice('账户', purseAccounts, { help: '只列该账户有余额或欠款的人员' }),
    jobNumber: text('工号'),
    name: text('姓名'),
    departmentId: ref('部门', '/admin/organization/department', { tree: true }),
    typeId: ref('人员类别', '/admin/organization/type'),
    mainFen: money('主账户余额', { sortable: true }),
    subsidyFen: money('补贴余额'),
    giftFen: money('赠送余额'),
    mealCount: int('剩余次数', { unit: '次' }),
    arrearsFen: money('欠款'),
    heldFen: money('冻结'),
    totalFen: money('合计', { sortable: true }),
    lowState: choice('余额提醒', lowStates, { help: '主账户对照所属类别的低额提醒，在余额限制设置' }),
    status: choice('账户状态', purseStates),
    lastAt: time('最后交易'),
  },
  list: {
    columns: [
      'name',
      'departmentId',
      'typeId',
      'mainFen',
      'lowState',
      'subsidyFen',
      'giftFen',
      'mealCount',
      'arrearsFen',
      'heldFen',
      'totalFen',
      'status',
      'lastAt',
    ],
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
    totals: ['mainFen', 'subsidyFen', 'giftFen', 'mealCount', 'arrearsFen', 'heldFen', 'totalFen'],
    export: true,
  },
  report: {
    identity: '余额合计 = 对账单期末余额',
    drill: {
      ...balanceLines(),
      columns: {
        mainFen: balanceLines('wallet:MAIN'),
        subsidyFen: balanceLines('wallet:SUBSIDY'),
        giftFen: balanceLines('wallet:GIFT'),
        arrearsFen: balanceLines('wallet:ARREARS'),
        // Meals are no money; what is held has not moved.
        mealCount: null,
        heldFen: null,
      },
    },
  },
});

const amounts = {
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
  kind: 'report',
  fields: {
    account: choice('账户', purseAccounts),
    businessDate: date('期间'),
    departmentId: ref('部门', '/admin/organization/department', { tree: true }),
    personId: ref('个人', '/admin/organization/user'),
    ...amounts,
  },
  list: {
    columns: [
      'account',
      'openingFen',
      'rechargeFen',
      'depositFen',
      'subsidyFen',
      'correctedFen',
      'otherInFen',
      'consumeFen',
      'supplementFen',
      'refundFen',
      'cashOutFen',
      'clearedFen',
      'returnedFen',
      'cardFeeFen',
      'otherOutFen',
      'closingFen',
    ],
    search: [range('businessDate', 'thisMonth'), 'account', 'departmentId', 'personId'],
    totals: [
      'openingFen',
      'rechargeFen',
      'depositFen',
      'subsidyFen',
      'correctedFen',
      'otherInFen',
      'consumeFen',
      'supplementFen',
      'refundFen',
      'cashOutFen',
      'clearedFen',
      'returnedFen',
      'cardFeeFen',
      'otherOutFen',
      'closingFen',
    ],
    export: true,
  },
  report: {
    identity: '期末 = 期初 + 收入 − 支出',
    drill: statementDrill(),
  },
});

export const dailyBalanceSummary = page({
  path: '/admin/organization/daily_balance_summary',
  title: '每日余额汇总',
  menu: ['资金账户', '账户对账'],
  kind: 'report',
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
    columns: ['businessDate', 'openingFen', 'inFen', 'outFen', 'closingFen', 'actualFen', 'differenceFen'],
    search: [range('businessDate', 'thisMonth'), 'account'],
    sort: '-businessDate',
    totals: ['inFen', 'outFen'],
    export: true,
  },
  report: {
    identity: '期末 = 期初 + 收入 − 支出；差额必须为 0',
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
