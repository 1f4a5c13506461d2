/** The small fixed parts of a workbook: relations, content types, the list of sheets, a sheet's head and tail. */
import { columnLetters } from './cell-bytes.ts';
import type { SheetColumn, SheetInfo } from './types.ts';
import { freeStyle, headerStyle, infoStyle, kindWidth, styleIndex } from './xlsx-styles.ts';
import { escapeAttribute, escapeXml } from './xml-text.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const sheetMl = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Columns of a sheet, by the format. */
const sheetColumnLimit = 16_384;

export const rootRelations = `${declaration}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${officeRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** A name spreadsheets accept: at most 31 characters, none of `[]:*?/\`. */
export function safeSheetName(name: string): string {
  const cleaned = name
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim();
  return Array.from(cleaned === '' ? 'Sheet' : cleaned)
    .slice(0, 26)
    .join('');
}

/** `[Content_Types].xml`, `xl/workbook.xml` and its relations for `filled` sheets named after `name`, then those of `further`. */
export function workbookParts(name: string, filled: number, further: readonly string[] = []): Record<string, string> {
  const count = filled + further.length;
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  const base = safeSheetName(name);
  const nameOf = (n: number) => {
    if (n > filled) return safeSheetName(further[n - filled - 1]!);
    return n === 1 ? base : `${base} (${n})`;
  };
  const sheets = numbers.map((n) => `<sheet name="${escapeAttribute(nameOf(n))}" sheetId="${n}" r:id="rId${n}"/>`);
  const relations = numbers.map(
    (n) => `<Relationship Id="rId${n}" Type="${officeRelations}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  );
  const overrides = numbers.map(
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${sheetMl}.worksheet+xml"/>`,
  );
  return {
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packageRelations}">${relations.join('')}<Relationship Id="rId${count + 1}" Type="${officeRelations}/styles" Target="styles.xml"/></Relationships>`,
    '[Content_Types].xml': `${declaration}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetMl}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetMl}.styles+xml"/>${overrides.join('')}</Types>`,
  };
}

/** `充值明细　单位：某校　筛选：状态 正常　导出人：张三　导出时间：2026-04-01 12:00:00`. */
export function infoLine(info: SheetInfo): string {
  const parts = [info.title];
  if (info.unit) parts.push(`单位：${info.unit}`);
  if (info.filter) parts.push(`筛选：${info.filter}`);
  if (info.exporter) parts.push(`导出人：${info.exporter}`);
  if (info.exportedAt) parts.push(`导出时间：${info.exportedAt.slice(0, 19).replace('T', ' ')}`);
  return parts.join('　');
}

/** The next cell of a row. */
export const textCell = (style: number, text: string): string =>
  `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

/** Start of a sheet: frozen header, widths, the info row when given, the header row. */
export function sheetHead(
  columns: readonly SheetColumn[],
  info: SheetInfo | undefined,
): { xml: string; headerRow: number } {
  const headerRow = info ? 2 : 1;
  const widths = columns.map(
    (column, i) =>
      `<col min="${i + 1}" max="${i + 1}" width="${column.width ?? kindWidth[column.kind]}" style="${styleIndex(column.kind)}" customWidth="1"/>`,
  );
  // What lies beside the table is free: without a style of its own it would be text, and a sum typed there no sum.
  widths.push(`<col min="${columns.length + 1}" max="${sheetColumnLimit}" width="10" style="${freeStyle}"/>`);
  const header = columns.map((column) => textCell(headerStyle, column.title));
  const infoRow = info ? `<row r="1">${textCell(infoStyle, infoLine(info))}</row>` : '';
  return {
    headerRow,
    xml: `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${headerRow}" topLeftCell="A${headerRow + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${infoRow}<row r="${headerRow}" ht="20" customHeight="1">${header.join('')}</row>`,
  };
}

/** End of a sheet: the filter buttons over the header and all rows. */
export function sheetTail(columnCount: number, headerRow: number, lastRow: number): string {
  return `</sheetData><autoFilter ref="A${headerRow}:${columnLetters(columnCount - 1)}${lastRow}"/></worksheet>`;
}
