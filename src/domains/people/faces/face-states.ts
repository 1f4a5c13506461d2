/** The states of a person's face and what may happen in each (domain.md §4, Face info; PIPL art. 28–31). */
import { flow } from '../../../kit/define/flow.ts';

export const faceStatuses = [
  { value: 'NONE', label: '未采集', tone: 'neutral' },
  { value: 'PENDING_CONSENT', label: '待同意', tone: 'warning' },
  { value: 'OK', label: '已采集', tone: 'success' },
  { value: 'REJECTED', label: '不合格', tone: 'danger' },
  { value: 'WITHDRAWN', label: '已撤回', tone: 'neutral' },
  { value: 'DELETED', label: '已删除', tone: 'neutral' },
] as const;
export type FaceStatus = (typeof faceStatuses)[number]['value'];

export const consenters = [
  { value: 'SELF', label: '本人' },
  { value: 'GUARDIAN', label: '监护人' },
] as const;

/**
 * `consent` leads to NONE with the consent on record: the picture is still to come. Withdrawing takes the picture away at
 * once; DELETED follows when every device has confirmed.
 */
export const faceFlow = flow(
  faceStatuses,
  {
    ask: { label: '征求同意', from: ['NONE', 'DELETED'], to: 'PENDING_CONSENT' },
    consent: { label: '登记同意', from: ['NONE', 'PENDING_CONSENT', 'DELETED'], to: 'NONE' },
    refuse: { label: '登记不同意', from: ['PENDING_CONSENT'], to: 'NONE' },
    accept: { label: '上传照片', from: ['NONE', 'OK', 'REJECTED'], to: 'OK' },
    reject: { label: '判为不合格', from: ['NONE', 'OK', 'REJECTED'], to: 'REJECTED' },
    withdraw: { label: '撤回同意', from: ['NONE', 'PENDING_CONSENT', 'OK', 'REJECTED'], to: 'WITHDRAWN' },
    erased: { label: '设备端已删除', from: ['WITHDRAWN'], to: 'DELETED' },
  },
  { life: true },
);
export type FaceEvent = keyof typeof faceFlow.moves;

/** May `event` happen to a face in this state? Without one it is NONE. */
export const faceMay = (event: FaceEvent, status: string | null | undefined) => faceFlow.may(event, status ?? 'NONE');

/** Faces stored by one organization from which on it must file with the regulator (compliance P2). */
export const filingThreshold = 100_000;
/** From this share of it on a unit is warned. */
export const filingWarns = 0.8;
/** Working days within which it then files. */
export const filingDays = 30;
/** Days within which devices have to confirm that a withdrawn face is gone. */
export const deleteDays = 15;
/** Below this age a guardian consents. */
export const guardianAge = 14;
/** Days somebody who has reached it has to agree for themselves to what a guardian agreed to. */
export const ownConsentDays = 60;

/** Age in whole years on a day; both `YYYY-MM-DD`. */
export function ageOn(birthday: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5) < birthday.slice(5) ? years - 1 : years;
}
