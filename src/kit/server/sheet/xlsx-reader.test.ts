import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySink } from './byte-sinks.ts';
import { numberShape, numberText } from './number-format.ts';
import { serialText } from './serial.ts';
import { readXlsxRows } from './xlsx-reader.ts';
import { attribute, xmlTokens } from './xml-tokens.ts';
import { createZipWriter } from './zip-writer.ts';

async function zipOf(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const memory = memorySink();
  const zip = createZipWriter(memory.sink, 6);
  for (const [name, content] of Object.entries(parts)) {
    zip.open(name);
    await zip.write(Buffer.from(content));
    await zip.close();
  }
  await zip.finish();
  return memory.bytes();
}

/** A workbook as other programs save it: shared strings with runs and phonetics, prefixes, styles, a hidden sheet. */
function foreignParts(sheetXml: string, extra: Record<string, string> = {}): Record<string, string> {
  return {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels':
      '<Relationships><Relationship Id="a" Type="http://x/officeDocument" Target="/xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': `<?xml version="1.0"?><x:workbook xmlns:x="m" xmlns:r="r"><x:workbookPr/><x:sheets>
      <x:sheet name="隐藏" sheetId="1" state="hidden" r:id="rId3"/><x:sheet r:id='rId1' name='人员 &amp; 卡' sheetId="2"/></x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/data.xml"/>
      <Relationship Id="rId3" Type="http://x/worksheet" Target="worksheets/hidden.xml"/>
      <Relationship Id="rId4" Type="http://x/sharedStrings" Target="strings.xml"/><Relationship Id="rId5" Type="http://x/styles" Target="styles.xml"/></Relationships>`,
    'xl/strings.xml':
      '<sst><si><t>姓名</t></si><si><r><t xml:space="preserve">张 </t></r><r><rPr/><t>三</t></r><rPh sb="0" eb="1"><t>zhang</t></rPh></si><si><t/></si><si><t>a_x000D_&#10;b</t></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="00000000"/><numFmt numFmtId="171" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="22"/></cellXfs></styleSheet>',
    'xl/worksheets/hidden.xml': '<worksheet><sheetData><row r="1"><c r="A1"><v>9</v></c></row></sheetData></worksheet>',
    'xl/worksheets/data.xml': sheetXml,
    ...extra,
  };
}

async function rowsOf(bytes: Buffer | string, sheet?: string) {
  const rows: [number, string[]][] = [];
  const read = await readXlsxRows(bytes, { filename: 'f.xlsx', ...(sheet ? { sheet } : {}) }, (cells, number) => {
    rows.push([number, cells]);
    return true;
  });
  return { read, rows };
}

describe('reading workbooks of other programs', () => {
  const sheet = `<x:worksheet xmlns:x="m"><x:sheetData>
    <x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="s"><x:v>1</x:v></x:c></x:row>
    <x:row r="3" spans="1:9"><x:c r="A3"><x:v>622202100012345678</x:v></x:c><x:c r="B3" s="1"><x:v>46113</x:v></x:c><x:c r="C3" s="2"><x:v>1234567</x:v></x:c>
      <x:c r="D3"><x:v>1.2345678901234E+17</x:v></x:c><x:c r="E3"><x:v>12.300000000000001</x:v></x:c><x:c r="F3" s="4"><x:v>46113.524259259256</x:v></x:c>
      <x:c r="G3" t="str"><x:f>A1&amp;"x"</x:f><x:v>公式</x:v></x:c><x:c r="H3" t="b"><x:v>1</x:v></x:c><x:c r="I3" s="3"><x:v>46113</x:v></x:c><x:c r="J3" t="s"><x:v>3</x:v></x:c></x:row>
    <x:row><x:c t="inlineStr"><x:is><x:t>0012</x:t></x:is></x:c><x:c t="e"><x:v>#N/A</x:v></x:c><x:c s="1"/></x:row>
    </x:sheetData><x:row r="99"><x:c><x:v>1</x:v></x:c></x:row></x:worksheet>`;

  it('gives what a person sees', async () => {
    const { read, rows } = await rowsOf(await zipOf(foreignParts(sheet)));
    expect(read).toMatchObject({ sheets: ['人员 & 卡'] });
    expect(rows).toEqual([
      [1, ['姓名', '', '张 三']],
      [
        3,
        [
          '622202100012345678',
          '2026-04-01',
          '01234567',
          '1.2345678901234e+17',
          '12.3',
          '2026-04-01 12:34:56',
          '=A1&"x"',
          'TRUE',
          '2026-04-01',
          'a\r\nb',
        ],
      ],
      [4, ['0012', '#N/A']],
    ]);
  });

  it('reads a named sheet, from a path too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sheet-'));
    const path = join(folder, 'a.xlsx');
    await writeFile(path, await zipOf(foreignParts(sheet)));
    expect((await rowsOf(path, '隐藏')).rows).toEqual([[1, ['9']]]);
    expect((await rowsOf(path, '没有')).read).toMatchObject({ code: 'SHEET_NO_SUCH_SHEET' });
    await rm(folder, { recursive: true });
  });

  it('gives no digits that a number cell cannot have kept, and tells a date that is shown without its year', async () => {
    const xml = `<worksheet><sheetData><row r="1"><c r="A1"><v>110101199003078000</v></c><c r="B1"><v>1.10101199003078E+17</v></c>
      <c r="C1"><v>622202100012345678</v></c><c r="D1"><v>138123456789012</v></c><c r="E1" s="1"><v>46083</v></c><c r="F1" s="2"><v>46083</v></c></row></sheetData></worksheet>`;
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="180" formatCode="m&quot;月&quot;d&quot;日&quot;;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="58"/><xf numFmtId="180"/></cellXfs></styleSheet>';
    const { rows } = await rowsOf(await zipOf(foreignParts(xml, { 'xl/styles.xml': styles })));
    expect(rows[0]![1]).toEqual([
      '1.10101199003078e+17',
      '1.10101199003078e+17',
      '622202100012345678',
      '138123456789012',
      '3月2日（2026-03-02）',
      '3月2日（2026-03-02）',
    ]);
  });

  it('gives a formula as one, whatever was made of it last', async () => {
    const xml = `<worksheet><sheetData><row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1"><f>A1*1.1</f></c><c r="C1"><f t="shared" si="0"/><v>9</v></c>
      <c r="D1" t="str"><f>IF(A1&gt;1,"是","")</f><v></v></c><c r="E1"><v>5</v></c></row></sheetData></worksheet>`;
    const { rows } = await rowsOf(await zipOf(foreignParts(xml)));
    expect(rows).toEqual([[1, ['=1+1', '=A1*1.1', '=…', '=IF(A1>1,"是","")', '5']]]);
  });

  it('refuses damage, other archives and bombs', async () => {
    const good = await zipOf(foreignParts(sheet));
    expect((await rowsOf(good.subarray(0, good.length - 30))).read).toMatchObject({ code: 'SHEET_DAMAGED' });
    const torn = Buffer.from(good);
    torn.fill(0x55, good.indexOf('xl/worksheets/data.xml') + 30, good.indexOf('xl/worksheets/data.xml') + 120);
    expect((await rowsOf(torn)).read).toMatchObject({ code: 'SHEET_DAMAGED' });
    expect((await rowsOf(await zipOf({ 'a.txt': 'x' }))).read).toMatchObject({ code: 'SHEET_NOT_A_TABLE' });
    const wide = '<worksheet><sheetData><row><c r="XFD1"><v>1</v></c></row></sheetData></worksheet>';
    expect((await rowsOf(await zipOf(foreignParts(wide)))).read).toMatchObject({ code: 'SHEET_TOO_MANY_COLUMNS' });
    const bomb = { 'xl/strings.xml': ' '.repeat(40 * 1024 * 1024) };
    expect((await rowsOf(await zipOf(foreignParts(sheet, bomb)))).read).toMatchObject({ code: 'SHEET_TOO_LARGE' });
  });

  it('does not care where chunks are cut', () => {
    const xml = '<?xml version="1.0"?><!-- <x> --><a k="1>2" j=\'"\'>t&amp;u<![CDATA[<&]]><b/></a>';
    const seen = (size: number) => {
      const events: string[] = [];
      const tokens = xmlTokens({
        open: (name, attributes) => events.push(`<${name} ${attribute(attributes, 'k') ?? ''}`),
        close: (name) => events.push(`>${name}`),
        text: (raw) => events.push(raw),
      });
      for (let i = 0; i < xml.length; i += size) tokens.push(xml.slice(i, i + size));
      return events.join('').replaceAll('\n', '');
    };
    expect(seen(1000)).toBe('<a 1>2t&amp;u<&amp;<b >b>a');
    for (let size = 1; size < 20; size++) expect(seen(size)).toBe(seen(1000));
  });

  it('knows dates, padded numbers and noise', () => {
    expect(numberShape(0, 'yyyy-mm-dd').kind).toBe('date');
    expect(numberShape(0, '#,##0.00_ ;[Red]\\-#,##0.00').kind).toBe('plain');
    expect(numberShape(0, '[$-804]General').kind).toBe('plain');
    expect(numberShape(0, '[h]:mm').kind).toBe('date');
    expect(['1e-7', '0.1', '100', '1E+3', 'x', '-1.5'].map(numberText)).toEqual([
      '0.0000001',
      '0.1',
      '100',
      '1000',
      'x',
      '-1.5',
    ]);
    expect(serialText(0.5)).toBe('12:00:00');
    expect(serialText(59)).toBe('1900-02-28');
    expect(serialText(61)).toBe('1900-03-01');
    expect(serialText(44651, true)).toBe('2026-04-01');
    expect(serialText(0.5, true)).toBe('12:00:00');
  });
});
