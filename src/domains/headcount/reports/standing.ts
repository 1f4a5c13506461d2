/** R1 of the lists of reports: what stands, by what became of it; held against the journal. */
import { int } from '../../../kit/define/field.ts';
import { againstInScope, sum } from '../../../kit/define/identity.ts';

const portions = (label: string) => int(label, { unit: '份', hidden: true });

export const standingFields = {
  standing: portions('报餐'),
  eatenPortions: portions('已就餐'),
  missedPortions: portions('未就餐'),
  unclearPortions: portions('待判定'),
  waitingPortions: portions('待就餐'),
};
export const standingKeys = Object.keys(standingFields) as (keyof typeof standingFields)[];

export const byJournal = '报餐流水份数';
export const standingIdentities = [
  sum('standing', ['eatenPortions', 'missedPortions', 'unclearPortions', 'waitingPortions']),
  againstInScope('standing', byJournal),
];
