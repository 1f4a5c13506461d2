/** Spreadsheet dates: days since 1899-12-30, the fraction is the time of day. No `Date`, no time zone of the host. */

/** Serial of 1970-01-01. */
export const unixEpochSerial = 25_569;
/** Before 1900-03-01 spreadsheets disagree by a day (the year 1900 they take for a leap year). */
const firstSafeSerial = 61;
/** Serial of 9999-12-31. */
export const lastSerial = 2_958_465;

const digits = (text: string, from: number, count: number): number => {
  let value = 0;
  for (let i = from; i < from + count; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
};

/** Days since 1970-01-01 of a civil date (proleptic Gregorian). */
export function civilToDays(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}

/** Civil date of a day since 1970-01-01, as `YYYY-MM-DD`. */
export function daysToCivil(days: number): string {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted + (shifted < 10 ? 3 : -9);
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Serial of the date at the start of `text` (`YYYY-MM-DD`), NaN when it is none a sheet can hold. */
export function dateSerial(text: string): number {
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return Number.NaN;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return Number.NaN;
  const serial = civilToDays(year, month, day) + unixEpochSerial;
  return serial >= firstSafeSerial && serial <= lastSerial ? serial : Number.NaN;
}

/** Seconds of the UTC offset that ends `text` (`Z`, `+08`, `+08:00`, `+0800`), undefined when there is none. */
function offsetSeconds(text: string): number | undefined {
  const last = text.charCodeAt(text.length - 1);
  if (last === 90) return 0;
  for (let i = text.length - 3; i >= 16 && i >= text.length - 9; i--) {
    const sign = text.charCodeAt(i);
    if (sign !== 43 && sign !== 45) continue;
    const hours = digits(text, i + 1, 2);
    const rest = text.length - i - 3;
    const minutes = rest < 2 ? 0 : digits(text, text.charCodeAt(i + 3) === 58 ? i + 4 : i + 3, 2);
    return (sign === 45 ? -1 : 1) * (hours * 3600 + minutes * 60);
  }
  return undefined;
}

/**
 * Whole days and seconds of a time such as `2026-04-01T12:34:56.789+08:00` or `2026-04-01 12:34:56`, shown at
 * `offsetMinutes`; a time without an offset is taken as it stands. Undefined when it is no time.
 */
export function timeSerial(text: string, offsetMinutes = 480): { day: number; second: number } | undefined {
  const day = dateSerial(text);
  if (Number.isNaN(day)) return undefined;
  if (text.length === 10) return { day, second: 0 };
  const minutesEnd = text.charCodeAt(16) === 58;
  const seconds = minutesEnd ? digits(text, 17, 2) : 0;
  let second = digits(text, 11, 2) * 3600 + digits(text, 14, 2) * 60 + seconds;
  if (Number.isNaN(second) || second > 86_400) return undefined;
  const offset = offsetSeconds(text);
  if (offset === undefined || offset === offsetMinutes * 60) return { day, second };
  second += offsetMinutes * 60 - offset;
  const shift = Math.floor(second / 86_400);
  return { day: day + shift, second: second - shift * 86_400 };
}

/**
 * Text of a serial: `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss` when it carries a time, `HH:mm:ss` below one day.
 * `base1904` for workbooks with the 1904 date system. Undefined for a serial that is no date.
 */
export function serialText(serial: number, base1904 = false): string | undefined {
  if (!Number.isFinite(serial) || serial < 0 || serial > lastSerial) return undefined;
  let day = Math.floor(serial);
  let second = Math.round((serial - day) * 86_400);
  if (second === 86_400) {
    day += 1;
    second = 0;
  }
  const pad = (value: number) => String(value).padStart(2, '0');
  const time = `${pad(Math.floor(second / 3600))}:${pad(Math.floor((second % 3600) / 60))}:${pad(second % 60)}`;
  if (day === 0) return time;
  const shifted = day + (base1904 ? 1462 : 0);
  const date = daysToCivil(shifted < 60 ? shifted + 1 - unixEpochSerial : shifted - unixEpochSerial);
  return second === 0 ? date : `${date} ${time}`;
}
