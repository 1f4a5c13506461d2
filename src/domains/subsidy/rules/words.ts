/** The choices of a rule in the clerk's words, for pages and messages. */

export const cycles = [
  { value: 'MONTH', label: '每月' },
  { value: 'WEEK', label: '每周' },
  { value: 'DAY', label: '每天' },
  { value: 'YEAR', label: '每年' },
  { value: 'ONCE', label: '一次性' },
] as const;

export const bases = [
  { value: 'FIXED', label: '固定金额' },
  { value: 'ATTENDANCE', label: '出勤天数 × 金额' },
  { value: 'SHIFT', label: '班次数 × 金额' },
] as const;

/** The same where meals are granted. */
export const mealBases = [
  { value: 'FIXED', label: '固定次数' },
  { value: 'ATTENDANCE', label: '出勤天数 × 次数' },
  { value: 'SHIFT', label: '班次数 × 次数' },
] as const;

export const clearings = [
  { value: 'MONTH', label: '当月末' },
  { value: 'WEEK', label: '当周末' },
  { value: 'QUARTER', label: '当季末' },
  { value: 'YEAR', label: '当年末' },
  { value: 'DAYS', label: '发放后若干天' },
  { value: 'NEVER', label: '不到期' },
] as const;

export const carryOvers = [
  { value: 'CLEAR', label: '清零' },
  { value: 'CARRY_MAX', label: '结转，有上限' },
  { value: 'CARRY', label: '全部结转' },
] as const;

const weekdayNames = ['一', '二', '三', '四', '五', '六', '日'];

const upTo = (most: number, label: (n: number) => string) =>
  Array.from({ length: most }, (_, i) => ({ value: String(i + 1), label: label(i + 1) }));

/** Days of grant as the form offers them: 1 Monday – 7 Sunday; 31 is the last day of a shorter month. */
export const weekdays = upTo(7, (n) => `每周${weekdayNames[n - 1]}`);
export const monthDates = upTo(31, (n) => (n === 31 ? '每月最后一天' : `每月 ${n} 日`));
export const months = upTo(12, (n) => `${n} 月`);
export const dates = upTo(31, (n) => `${n} 日`);

/** `每月 1 日`, `每周三`, `每年 9 月 1 日`. */
export function grantDayText(cycle: string, dayOfCycle: number): string {
  switch (cycle) {
    case 'DAY':
      return '每天';
    case 'WEEK':
      return `每周${weekdayNames[dayOfCycle - 1] ?? ''}`;
    case 'YEAR':
      return `每年 ${Math.floor(dayOfCycle / 100)} 月 ${dayOfCycle % 100} 日`;
    case 'ONCE':
      return '一次性';
    default:
      return dayOfCycle >= 31 ? '每月最后一天' : `每月 ${dayOfCycle} 日`;
  }
}

/** First and last day of a month `YYYY-MM`. */
export function monthDays(month: string): [string, string] {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = number === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(number) ? 30 : 31;
  return [`${month}-01`, `${month}-${last}`];
}
