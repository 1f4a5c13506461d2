/** Times of the business day, 00:00–28:00 (an evening meal may end after midnight). */

/** Reads `730`, `7:30`, `07：30`, `26:00`; undefined when it is no time of the business day. */
export function parseHm(text: string): string | undefined {
  const match = /^(\d{1,2}):?(\d{2})$/.exec(text.normalize('NFKC').trim());
  if (!match) return undefined;
  const hours = Number(match[1]);
  const minutes = Number(match[2]);
  if (minutes > 59 || hours * 60 + minutes > 28 * 60) return undefined;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** `26:30` reads as 次日 02:30. */
export function hmText(value: string): string {
  const hours = Number(value.slice(0, 2));
  return hours >= 24 ? `次日 ${String(hours - 24).padStart(2, '0')}${value.slice(2)}` : value;
}

/** Every quarter of an hour from 00:00 to 28:00, for choosing. */
export function hmChoices(stepMinutes = 30): string[] {
  const list: string[] = [];
  for (let m = 0; m <= 28 * 60; m += stepMinutes)
    list.push(`${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`);
  return list;
}
