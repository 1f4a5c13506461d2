/** What kind of canteen a unit runs: which dishes have to be kept follows from it. */
import type { Choice } from '../../../kit/define/field.ts';

export const canteenKinds = [
  { value: 'KINDERGARTEN', label: '幼儿园' },
  { value: 'K12', label: '中小学' },
  { value: 'UNIVERSITY', label: '高校' },
  { value: 'ELDERLY', label: '养老机构' },
  { value: 'HOSPITAL', label: '医院' },
  { value: 'STAFF', label: '机关与企业职工食堂' },
] as const satisfies readonly Choice[];
export type CanteenKind = (typeof canteenKinds)[number]['value'];

/** What a unit is taken for until it says so itself. */
export function kindOfUnit(unitKind: string): CanteenKind {
  if (unitKind === 'SCHOOL') return 'K12';
  return unitKind === 'HOSPITAL' ? 'HOSPITAL' : 'STAFF';
}

/** Canteens that keep every finished dish of every meal (学校食品安全与营养健康管理规定). */
export const keepsAll = (kind: CanteenKind): boolean => kind === 'KINDERGARTEN' || kind === 'K12';
