/** What a subsidy is counted in: money of the subsidy purse, or meals of the COUNT purse. Every page exists once for each. */
import { formatFenGrouped } from '../../kit/define/fen.ts';
import { type Field, type FieldOptions, int, money } from '../../kit/define/field.ts';
import { aloneFen, aloneMeals, mostPerGrantFen, mostPerGrantMeals } from './limits.ts';

export type GrantPurse = 'SUBSIDY' | 'COUNT';

export interface GrantUnit {
  purse: GrantPurse;
  /** Its pages lie below. */
  path: `/${string}`;
  menu: readonly [string, string];
  noun: string;
  word: string;
  sign: string;
  /** A field of an amount: fen, or meals. */
  amount(label: string, options?: FieldOptions): Field<number>;
  /** `1,200.00`, `12`. */
  digits(amount: number): string;
  /** `1,200.00 元`, `12 次`. */
  said(amount: number): string;
  /** The most one grant gives one person. */
  most: number;
  /** What one person may do alone. */
  alone: number;
  aloneText: string;
}

const area = '/admin/organization';

export const inMoney: GrantUnit = {
  purse: 'SUBSIDY',
  path: `${area}/subsidy`,
  menu: ['补贴管理', '补贴发放'],
  noun: '补贴',
  word: '金额',
  sign: '元',
  amount: money,
  digits: formatFenGrouped,
  said: (fen) => `${formatFenGrouped(fen)} 元`,
  most: mostPerGrantFen,
  alone: aloneFen,
  aloneText: '500 元',
};

export const inMeals: GrantUnit = {
  purse: 'COUNT',
  path: `${area}/count_subsidy`,
  menu: ['补贴管理', '计次补贴'],
  noun: '计次补贴',
  word: '次数',
  sign: '次',
  amount: (label, options) => int(label, { unit: '次', ...options }),
  digits: (meals) => meals.toLocaleString('en-US'),
  said: (meals) => `${meals.toLocaleString('en-US')} 次`,
  most: mostPerGrantMeals,
  alone: aloneMeals,
  aloneText: '50 次',
};

export const unitOf = (purse: GrantPurse): GrantUnit => (purse === 'COUNT' ? inMeals : inMoney);

/** The page that shows the lines of the ledger. */
export const linesOf = ({ purse }: GrantUnit): `/${string}` =>
  purse === 'COUNT' ? `${area}/count_ledger` : `${area}/subsidy/detail`;

/** The page of what the unit took back. */
export const returnsOf = ({ purse, path }: GrantUnit): `/${string}` =>
  `${purse === 'COUNT' ? path : area}/return_subsidy`;
