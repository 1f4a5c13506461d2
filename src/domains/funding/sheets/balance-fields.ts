/** 账户余额表, whoever reads it: what each purse of a person holds beside its main one, and the lines behind each figure. */
import { choice, date, int, money, time } from '../../../kit/define/field.ts';
import type { Drill } from '../../../kit/define/page.ts';
import { purseAccounts } from './account-words.ts';

/** What it is asked by besides persons. */
export const balanceAsked = {
  asOf: date('截止日期'),
  account: choice('账户', purseAccounts, { help: '只列该账户有余额或欠款的人员' }),
};

export const besideMain = {
  subsidyFen: money('补贴余额'),
  giftFen: money('赠送余额'),
  mealCount: int('剩余次数', { unit: '次' }),
  arrearsFen: money('欠款'),
  heldFen: money('冻结'),
};

export const accountLife = {
  status: choice('账户状态', [
    { value: 'ACTIVE', label: '正常', tone: 'success' },
    { value: 'FROZEN', label: '冻结', tone: 'warning' },
    { value: 'CLOSED', label: '已销户', tone: 'neutral' },
  ]),
  lastAt: time('最后交易'),
};

/** Each figure opens the lines of its own purse, the row and the rest those of all. */
export const balanceDrill = (lines: (account?: string) => Drill) => ({
  ...lines(),
  columns: {
    mainFen: lines('wallet:MAIN'),
    subsidyFen: lines('wallet:SUBSIDY'),
    giftFen: lines('wallet:GIFT'),
    arrearsFen: lines('wallet:ARREARS'),
    // Meals are no money; what is held has not moved.
    mealCount: null,
    heldFen: null,
  },
});
