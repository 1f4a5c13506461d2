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
