/** Days of weeks, as both sides count them: a week begins on Monday. */
const dayMs = 86_400_000;

const at = (date: string) => Date.parse(`${date}T00:00:00Z`);
export const addDays = (date: string, days: number): string =>
  new Date(at(date) + days * dayMs).toISOString().slice(0, 10);
/** Monday is 1, Sunday 7. */
export const weekdayOf = (date: string): number => ((Math.floor(at(date) / dayMs) + 3) % 7) + 1;
export const mondayOf = (date: string): string => addDays(date, 1 - weekdayOf(date));
/** The seven days of the week a date lies in. */
export const weekOf = (date: string): string[] => Array.from({ length: 7 }, (_, i) => addDays(mondayOf(date), i));
export const weekdayNames = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const;
