/** Reads serial numbers as people give them: from–to, or a list pasted from a spreadsheet. Pure, both sides. */

/** Devices entered at once. */
export const mostSerials = 2_000;

export interface SerialLine {
  sn: string;
  /** Empty where none was given. */
  name: string;
  /** Why it cannot be entered. */
  error?: string;
}

const wellFormed = /^[A-Z0-9][A-Z0-9._-]{3,39}$/;

const line = (sn: string, name: string): SerialLine =>
  wellFormed.test(sn) ? { sn, name } : { sn, name, error: '应为 4–40 位大写字母、数字或 . _ -' };

/**
 * `A1008`–`A1012` counts the digits at the end, keeping their width. Answers the reason in words when the two ends do
 * not belong together or lie too far apart.
 */
export function serialRange(from: string, to: string): SerialLine[] | string {
  const a = /^(.*?)(\d{1,12})$/.exec(from.trim().toUpperCase());
  const b = /^(.*?)(\d{1,12})$/.exec(to.trim().toUpperCase());
  if (!a || !b) return '起止序列号都应以数字结尾';
  const width = Math.max(a[2]!.length, b[2]!.length);
  if (a[1] !== b[1] || a[2]!.length !== b[2]!.length) return '起止序列号的前缀和位数应相同';
  const [first, last] = [Number(a[2]), Number(b[2])];
  if (last < first) return '止序列号应不小于起序列号';
  if (last - first + 1 > mostSerials) return `一次最多 ${mostSerials} 台，当前 ${last - first + 1} 台`;
  return Array.from({ length: last - first + 1 }, (_, i) =>
    line(`${a[1]}${String(first + i).padStart(width, '0')}`, ''),
  );
}

/** One device a line: serial number, then optionally its name after a tab, comma or blank. Repeats are marked. */
export function serialList(text: string): SerialLine[] | string {
  const lines = text
    .split(/\r?\n/)
    .map((l) => l.trim())
    .filter((l) => l !== '');
  if (lines.length === 0) return '请粘贴序列号，一行一台';
  if (lines.length > mostSerials) return `一次最多 ${mostSerials} 台，当前 ${lines.length} 台`;
  const seen = new Set<string>();
  return lines.map((text) => {
    const [sn = '', ...rest] = text.split(/[\t,，]|\s+/);
    const read = line(sn.trim().toUpperCase(), rest.join(' ').trim());
    if (seen.has(read.sn)) return { ...read, error: '清单中重复' };
    seen.add(read.sn);
    return read;
  });
}
