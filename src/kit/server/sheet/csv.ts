/** Comma separated text, both ways: RFC 4180 with what spreadsheets really save. */

const injection = /^'*[=+\-@\t\r]/;
const plainNumber = /^[+-]?\d+(\.\d+)?$/;

/**
 * One line with CRLF. A text that a spreadsheet would run as a formula gets a leading `'` (plain numbers do not);
 * `parseCsv` takes it off again.
 */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const safe = injection.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}

/** Text of a whole CSV with a byte order mark, so that spreadsheets take it for UTF-8. */
export function csvText(rows: Iterable<readonly string[]>): string {
  let text = '\ufeff';
  for (const row of rows) text += csvLine(row);
  return text;
}

/** The separator of a text: whichever of `, ; TAB |` stands most often in its first lines outside quotes. */
export function detectDelimiter(text: string): string {
  const counts = new Map<string, number>([
    [',', 0],
    ['\t', 0],
    [';', 0],
    ['|', 0],
  ]);
  let quoted = false;
  let lines = 0;
  for (let i = 0; i < text.length && lines < 5; i++) {
    const char = text[i]!;
    if (char === '"') quoted = !quoted;
    else if (!quoted && char === '\n') lines++;
    else if (!quoted && counts.has(char)) counts.set(char, counts.get(char)! + 1);
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** What stands in a cell behind spreadsheet tricks: `="00123"` and `'=x` keep digits or signs as text. */
function bareCell(cell: string): string {
  const first = cell.charCodeAt(0);
  if (first === 61) {
    const kept = /^="([^"]*)"$/.exec(cell);
    return kept ? kept[1]! : cell;
  }
  return first === 39 && injection.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/**
 * Gives every line to `take` (cells, line number from 1) until it answers false. Quoted cells may hold separators,
 * quotes and line ends; CRLF, LF and CR end a line; a stray quote inside a bare cell stays a character. Answers the
 * line whose stray quote made one cell of several lines, which says that lines of the text were not read as such.
 */
export function parseCsv(
  text: string,
  take: (cells: string[], rowNumber: number) => boolean,
  delimiter = detectDelimiter(text),
): number | undefined {
  const separator = delimiter.charCodeAt(0);
  const end = text.length;
  let cells: string[] = [];
  let rowNumber = 0;
  let swallowed: number | undefined;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < end) {
    let cell: string;
    if (text.charCodeAt(at) === 34) {
      let close = at + 1;
      for (;;) {
        close = text.indexOf('"', close);
        if (close < 0 || text.charCodeAt(close + 1) !== 34) break;
        close += 2;
      }
      const unclosed = close < 0;
      if (unclosed) close = end;
      cell = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
      const from = at;
      while (at < end && text.charCodeAt(at) !== separator && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13)
        at++;
      if ((unclosed || at > from) && cell.includes('\n')) swallowed ??= rowNumber + 1;
      if (at > from) cell += text.slice(from, at);
    } else {
      const from = at;
      while (at < end) {
        const code = text.charCodeAt(at);
        if (code === separator || code === 10 || code === 13) break;
        at++;
      }
      cell = text.slice(from, at);
    }
    cells.push(bareCell(cell));
    const stop = at < end ? text.charCodeAt(at) : 10;
    at++;
    if (stop === separator) {
      if (at < end) continue;
      cells.push('');
    } else if (stop === 13 && text.charCodeAt(at) === 10) at++;
    rowNumber++;
    if (!take(cells, rowNumber)) break;
    cells = [];
  }
  return swallowed;
}
