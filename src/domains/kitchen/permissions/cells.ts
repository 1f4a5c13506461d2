/** Cells of the grid of permissions, on both sides: who may enter which zone on which days and hours. */
import type { Post } from '../words.ts';

export interface PermissionCell {
  /** Of everybody in this post, or … */
  post: Post | null;
  /** … of this worker alone, before what the post says. */
  cookUserId: number | null;
  districtId: number;
  allowed: boolean;
  /** 1 Monday to 7 Sunday. */
  weekdays: number[];
  /** `HH:mm`; an end no later than the start lies on the next day. */
  startTime: string;
  endTime: string;
  requireCheck: boolean;
}

/** A row of the grid: a post, or a worker. */
export interface Holder {
  post: Post | null;
  cookUserId: number | null;
}

export const holderKey = ({ post, cookUserId }: Holder): string => (post === null ? `w${cookUserId}` : `p${post}`);
export const cellKey = (cell: Holder & { districtId: number }): string => `${holderKey(cell)}/${cell.districtId}`;

export const wholeDay = {
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  startTime: '00:00',
  endTime: '24:00',
  requireCheck: true,
} satisfies Partial<PermissionCell>;

const days = '一二三四五六日';

/** 全天, or the days and hours in short. */
export function cellWords(cell: PermissionCell): string {
  if (!cell.allowed) return '不允许';
  const { weekdays, startTime, endTime, requireCheck } = cell;
  const every = weekdays.length === 7 ? '' : `周${weekdays.map((day) => days[day - 1]).join('')} `;
  const hours = startTime === '00:00' && endTime === '24:00' ? '全天' : `${startTime}–${endTime}`;
  return `${every}${hours}${requireCheck ? '' : ' 免晨检'}`;
}

/** Is the cell open on a weekday (1 to 7) at a minute of the day? */
export function openAt(cell: PermissionCell, weekday: number, minute: number): boolean {
  const of = (hm: string) => Number(hm.slice(0, 2)) * 60 + Number(hm.slice(3));
  const [from, to] = [of(cell.startTime), of(cell.endTime)];
  if (to > from) return cell.allowed && cell.weekdays.includes(weekday) && minute >= from && minute < to;
  // Past midnight: of this day's evening, or of the night that began the day before.
  const before = weekday === 1 ? 7 : weekday - 1;
  return (
    cell.allowed &&
    ((cell.weekdays.includes(weekday) && minute >= from) || (cell.weekdays.includes(before) && minute < to))
  );
}
