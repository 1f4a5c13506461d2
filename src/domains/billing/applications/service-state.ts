/** What a unit may do with an application, out of its dates alone (units.md §7). Pure. */
import type { Choice } from '../../../kit/define/field.ts';

export const serviceStates = [
  { value: 'FREE', label: '随平台提供', tone: 'neutral' },
  { value: 'NONE', label: '未开通', tone: 'neutral' },
  { value: 'TRIAL', label: '试用中', tone: 'info' },
  { value: 'ACTIVE', label: '使用中', tone: 'success' },
  { value: 'EXPIRING', label: '即将到期', tone: 'warning' },
  { value: 'GRACE', label: '已到期（宽限）', tone: 'danger' },
  { value: 'READ_ONLY', label: '只读', tone: 'danger' },
  { value: 'CLOSED', label: '已关闭', tone: 'neutral' },
] as const satisfies readonly Choice[];
export type ServiceState = (typeof serviceStates)[number]['value'];

/** Days before the end from which it is about to end, and after it in which all goes on. */
export const expiringDays = 30;
export const graceDays = 15;
/** Days of READ_ONLY before the platform may close it. */
export const closableDays = 180;
/** Days before the end of a service at which it shows among what waits. */
export const warnDays = 60;

export interface Term {
  onSale: boolean;
  base: boolean;
  trial: boolean;
  endOn: string | null;
  closedOn: string | null;
}

const dayMs = 86_400_000;
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

export function serviceState({ onSale, base, trial, endOn, closedOn }: Term, today: string): ServiceState {
  if (!onSale) return 'FREE';
  if (closedOn !== null) return 'CLOSED';
  if (endOn === null) return base ? 'ACTIVE' : 'NONE';
  const left = daysBetween(today, endOn);
  if (left >= 0) return trial ? 'TRIAL' : left <= expiringDays ? 'EXPIRING' : 'ACTIVE';
  return -left <= graceDays ? 'GRACE' : 'READ_ONLY';
}
