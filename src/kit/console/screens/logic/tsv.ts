/** Rows as tab-separated text that pastes into a spreadsheet. */

/** One cell: tabs and line breaks become spaces; a leading = + - @ that is no number is kept from being a formula. */
function cell(text: string): string {
  const flat = text.replace(/[\t\r\n]+/g, ' ').trim();
  return /^[=+@-]/.test(flat) && !/^[+-]?[\d.,]+$/.test(flat) ? `'${flat}` : flat;
}

/** Joins a heading and rows. */
export function toTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(cell).join('\t')).join('\n');
}

/** Cells of text copied from a spreadsheet; a quoted cell may hold tabs and line breaks. The break at the end is none. */
export function fromTsv(text: string): string[][] {
  const plain = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const cellAt = /"((?:[^"]|"")*)"(?=[\t\n]|$)|[^\t\n]*/y;
  const rows: string[][] = [[]];
  for (let at = 0; at <= plain.length; at += 1) {
    cellAt.lastIndex = at;
    const [whole, quoted] = cellAt.exec(plain)!;
    rows.at(-1)!.push(quoted === undefined ? whole : quoted.replaceAll('""', '"'));
    at += whole.length;
    if (plain[at] === '\n') rows.push([]);
  }
  return rows;
}
