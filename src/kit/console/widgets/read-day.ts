/** What somebody typed as a calendar day. */

/**
 * `YYYY-MM-DD` of a day written with year, month and day in this order, with or without `-`, `/` or `.` between them;
 * undefined for anything else and for days no calendar has.
 */
export function readDay(typed: string): string | undefined {
  const parts = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$|^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed.trim());
  if (!parts) return undefined;
  const [year = '', month = '', day = ''] = parts.slice(1).filter(Boolean);
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : undefined;
}
