/** O1 and O2 of the lists of orders: what stands, by what became of it; the money of it held against trades and holds. */
import { int, money } from '../../../kit/define/field.ts';
import { againstInScope, sum } from '../../../kit/define/identity.ts';

const portions = (label: string) => int(label, { unit: '份', hidden: true });

export const countedFields = {
  countedQty: portions('订餐份数'),
  eatenQty: portions('已就餐'),
  missedQty: portions('未就餐'),
  waitingQty: portions('待就餐'),
  countedFen: money('订餐金额', { hidden: true }),
};
export const countedKeys = Object.keys(countedFields) as (keyof typeof countedFields)[];

/** What portions are held against: the lines where a list shows orders, the orders where it shows lines. */
export const byOtherSide = { orders: '菜品明细份数', lines: '各订单份数' } as const;
export const byBooks = '入账、退菜、未就餐退回、冻结与未冻结合计';

export const countedIdentities = (shown: keyof typeof byOtherSide) => [
  sum('countedQty', ['eatenQty', 'missedQty', 'waitingQty']),
  againstInScope('countedQty', byOtherSide[shown]),
  againstInScope('countedFen', byBooks),
];
