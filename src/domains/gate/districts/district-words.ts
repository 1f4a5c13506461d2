/** What districts and their doors are called. */
import type { Choice } from '../../../kit/define/field.ts';

export const siteKinds = [
  { value: 'GATE', label: '校门/厂门' },
  { value: 'DORM', label: '宿舍' },
  { value: 'CANTEEN', label: '食堂' },
  { value: 'OFFICE', label: '办公/教学' },
] as const satisfies readonly Choice[];

/** Zones of a kitchen; where food is ready to be eaten a covered wound keeps out. */
export const kitchenKinds = [
  { value: 'ROUGH', label: '粗加工' },
  { value: 'CUT', label: '切配' },
  { value: 'COOK', label: '烹饪' },
  { value: 'COLD', label: '冷食专间' },
  { value: 'WASH', label: '洗消' },
  { value: 'STORE', label: '库房' },
  { value: 'SAMPLE', label: '留样间' },
  { value: 'SERVE', label: '备餐' },
] as const satisfies readonly Choice[];
export type KitchenKind = (typeof kitchenKinds)[number]['value'];

export type Family = 'SITE' | 'KITCHEN';

export const doorDirections = [
  { value: 'IN', label: '进' },
  { value: 'OUT', label: '出' },
  { value: 'BOTH', label: '进出' },
] as const satisfies readonly Choice[];
export type DoorDirection = (typeof doorDirections)[number]['value'];

export const passbacks = [
  { value: 'OFF', label: '不限' },
  { value: 'WARN', label: '提示', tone: 'info' },
  { value: 'FORBID', label: '禁止', tone: 'danger' },
] as const satisfies readonly Choice[];

/** What a district may ask of the people of the kitchen who come in; the zones of a kitchen ask for the first two always. */
export const staffAsks = [
  { value: 'CHECK', label: '当天晨检' },
  { value: 'CERTIFICATE', label: '健康证' },
  { value: 'TRAINING', label: '半年内培训考核' },
] as const satisfies readonly Choice[];
export type StaffAsk = (typeof staffAsks)[number]['value'];

/** The same in words. */
export const askedWords = (asks: readonly StaffAsk[]) =>
  `后厨人员须有${staffAsks
    .filter(({ value }) => asks.includes(value))
    .map(({ label }) => label)
    .join('、')}`;

/** ℃ a room for ready-to-eat food may have at most (GB 31654-2021). */
export const dressingRoomMax = 25;
