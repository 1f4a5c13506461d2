/** Workbooks as nobody's program writes them, for tests. */
import { memorySink } from './byte-sinks.ts';
import { createZipWriter } from './zip-writer.ts';

/** An archive of these files. */
export async function zipped(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const { sink, bytes } = memorySink();
  const zip = createZipWriter(sink, 6);
  for (const [name, content] of Object.entries(files)) {
    zip.open(name);
    await zip.write(Buffer.from(content as string));
    await zip.close();
  }
  await zip.finish();
  return bytes();
}

/** A workbook of one sheet with these rows (XML) and these shared texts. */
export const handmadeWorkbook = (rows: string, ...texts: string[]): Promise<Buffer> =>
  zipped({
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="a.xml"/><Relationship Id="r2" Type="x/sharedStrings" Target="s.xml"/></Relationships>',
    'xl/s.xml': `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/a.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  });

/** A row whose cells all show the shared text `nth`. */
export const sharedRow = (cells: number, nth: number): string =>
  `<row>${`<c t="s"><v>${nth}</v></c>`.repeat(cells)}</row>`;
