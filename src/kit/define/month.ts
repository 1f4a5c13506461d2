/** Calendar months of days `YYYY-MM-DD`. */

const monthAfter = (month: string): string => {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;
};

/** The last day of the month that a day or month `YYYY-MM` lies in. */
export function lastOfMonth(day: string): string {
  const next = Date.parse(`${monthAfter(day.slice(0, 7))}-01T00:00:00Z`);
  return new Date(next - 86_400_000).toISOString().slice(0, 10);
}

/** First and last day of the months two days lie in; an open end stays open. */
export const wholeMonths = (from: string | null, to: string | null): [string | null, string | null] => [
  from && `${from.slice(0, 7)}-01`,
  to && lastOfMonth(to),
];
