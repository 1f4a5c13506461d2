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

/** Index in cellXfs of a kind's cells; 0 is the default cell. */
export const styleIndex = (kind: CellKind): number => kinds.indexOf(kind) + 1;
export const headerStyle = kinds.length + 1;
export const infoStyle = kinds.length + 2;
/** The word beside the totals. */
export const totalStyle = kinds.length + 4;
/** White on red, for the cells and reasons of refused rows. */
export const errorStyle = kinds.length + 3;

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
    cell(0, 0, 0),
    ...kinds.map((kind) => cell(formatIds[kind], 0, 0)),
    cell(49, 1, 2, '<alignment vertical="center"/>'),
    cell(49, 2, 0),
    cell(49, 3, 3),
    cell(49, 1, 0),
  ];
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="#,##0.00"/></numFmts><fonts count="4"><font><sz val="11"/><name val="Microsoft YaHei"/></font><font><b/><sz val="11"/><name val="Microsoft YaHei"/></font><font><sz val="10"/><color rgb="FF666666"/><name val="Microsoft YaHei"/></font><font><sz val="11"/><color rgb="FFB00020"/><name val="Microsoft YaHei"/></font></fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE3F1E7"/><bgColor indexed="64"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFDE7E9"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}
