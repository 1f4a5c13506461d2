/** The one style sheet of every workbook this product writes, and its indexes. */
import type { CellKind } from './types.ts';

const kinds: readonly CellKind[] = ['text', 'int', 'number', 'money', 'percent', 'date', 'time'];
/** Number format ids: below 164 built in, from 164 our own (below). `@` (49) keeps typed text as text. */
const formatIds: Record<CellKind, number> = {
  text: 49,
  int: 1,
  number: 0,
  money: 166,
  percent: 10,
  date: 164,
  time: 165,
};

/** Index in cellXfs of a kind's cells. Text is 0, what a cell is that names no style: a number typed over stays text. */
export const styleIndex = (kind: CellKind): number => kinds.indexOf(kind);
export const headerStyle = kinds.length;
export const infoStyle = kinds.length + 1;
/** The word beside the totals. */
export const totalStyle = kinds.length + 2;
/** Where nothing is: a formula typed there is one. */
export const freeStyle = styleIndex('number');

/** Default widths in characters. */
export const kindWidth: Record<CellKind, number> = {
  text: 16,
  int: 10,
  number: 12,
  money: 14,
  percent: 10,
  date: 12,
  time: 20,
};

const cell = (format: number, font: number, fill: number, extra = ''): string =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1"${
    font ? ' applyFont="1"' : ''
  }${fill ? ' applyFill="1"' : ''}${extra ? ` applyAlignment="1">${extra}</xf>` : '/>'}`;

/** `xl/styles.xml`. */
export function stylesXml(): string {
  const cells = [
    ...kinds.map((kind) => cell(formatIds[kind], 0, 0)),
    cell(49, 1, 2, '<alignment vertical="center"/>'),
    cell(49, 2, 0),
    cell(49, 1, 0),
  ];
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="#,##0.00"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Microsoft YaHei"/></font><font><b/><sz val="11"/><name val="Microsoft YaHei"/></font><font><sz val="10"/><color rgb="FF666666"/><name val="Microsoft YaHei"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE3F1E7"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}
