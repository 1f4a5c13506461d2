/** Terms of months. */
import { addDays } from '../../../kit/server/clock.ts';

/** The same day some months on; the last of the month where it has no such day. */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const two = (n: number) => String(n).padStart(2, '0');
  const first = (at: number) => `${Math.floor(at / 12)}-${two((at % 12) + 1)}-01`;
  const at = year * 12 + month - 1 + months;
  const last = Number(addDays(first(at + 1), -1).slice(8));
  return `${first(at).slice(0, 8)}${two(Math.min(day, last))}`;
}
