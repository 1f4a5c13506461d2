/** The parts of a workbook needed before its rows: which sheet, the shared strings, the number formats. */
import { type NumberShape, numberShape } from './number-format.ts';
import { unescapeCell, unescapeXml } from './xml-text.ts';
import { attribute, xmlTokens } from './xml-tokens.ts';
import { ZipError, type ZipReader } from './zip-reader.ts';

export interface Workbook {
  sheets: { name: string; path: string; hidden: boolean }[];
  date1904: boolean;
  strings: readonly string[];
  /** By style index. */
  shapes: readonly NumberShape[];
}

const maxPartBytes = 64 * 1024 * 1024;
const maxStringsBytes = 512 * 1024 * 1024;

/** Feeds the text of an entry to `push`; a missing entry is empty. */
export async function feedEntry(
  zip: ZipReader,
  name: string,
  maxBytes: number,
  push: (text: string) => void,
): Promise<void> {
  const entry = zip.entries.get(name);
  if (!entry) return;
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of zip.stream(entry, maxBytes)) push(decoder.decode(chunk, { stream: true }));
  push(decoder.decode());
}

async function relations(zip: ZipReader, path: string): Promise<Map<string, { type: string; target: string }>> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const found = new Map<string, { type: string; target: string }>();
  const tokens = xmlTokens({
    open: (name, attributes) => {
      if (name !== 'Relationship') return;
      const target = unescapeXml(attribute(attributes, 'Target') ?? '');
      const absolute = target.startsWith('/')
        ? target.slice(1)
        : new URL(target, `file:///${folder}`).pathname.slice(1);
      found.set(attribute(attributes, 'Id') ?? '', {
        type: (attribute(attributes, 'Type') ?? '').split('/').at(-1) ?? '',
        target: decodeURIComponent(absolute),
      });
    },
    close: () => undefined,
    text: () => undefined,
  });
  await feedEntry(zip, `${folder}_rels/${path.slice(folder.length)}.rels`, maxPartBytes, tokens.push);
  return found;
}

async function sharedStrings(zip: ZipReader, path: string): Promise<string[]> {
  const strings: string[] = [];
  let current = '';
  let inText = false;
  let phonetic = false;
  const tokens = xmlTokens({
    open: (name) => {
      if (name === 'si') current = '';
      else if (name === 't') inText = !phonetic;
      else if (name === 'rPh') phonetic = true;
    },
    close: (name) => {
      if (name === 'si') strings.push(unescapeCell(current));
      else if (name === 't') inText = false;
      else if (name === 'rPh') phonetic = false;
    },
    text: (raw) => {
      if (inText) current += unescapeXml(raw);
    },
  });
  await feedEntry(zip, path, maxStringsBytes, tokens.push);
  return strings;
}

async function numberShapes(zip: ZipReader, path: string): Promise<NumberShape[]> {
  const codes = new Map<number, string>();
  const shapes: NumberShape[] = [];
  let inCellFormats = false;
  const tokens = xmlTokens({
    open: (name, attributes) => {
      if (name === 'numFmt')
        codes.set(Number(attribute(attributes, 'numFmtId')), unescapeXml(attribute(attributes, 'formatCode') ?? ''));
      else if (name === 'cellXfs') inCellFormats = true;
      else if (name === 'xf' && inCellFormats) {
        const id = Number(attribute(attributes, 'numFmtId') ?? 0);
        shapes.push(numberShape(id, codes.get(id)));
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inCellFormats = false;
    },
    text: () => undefined,
  });
  await feedEntry(zip, path, maxPartBytes, tokens.push);
  return shapes;
}

/** Reads everything of a workbook but its rows. Throws ZipError('not-a-workbook') when it is none. */
export async function readWorkbook(zip: ZipReader): Promise<Workbook> {
  const root = [...(await relations(zip, '')).values()].find((relation) => relation.type === 'officeDocument');
  const path = root?.target ?? 'xl/workbook.xml';
  if (!zip.entries.has(path)) throw new ZipError('not-a-workbook', path);
  const links = await relations(zip, path);
  const sheets: Workbook['sheets'] = [];
  let date1904 = false;
  const tokens = xmlTokens({
    open: (name, attributes) => {
      if (name === 'workbookPr') date1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '');
      if (name !== 'sheet') return;
      const link = links.get(attribute(attributes, 'r:id') ?? attribute(attributes, 'id') ?? '');
      if (link?.type === 'worksheet')
        sheets.push({
          name: unescapeXml(attribute(attributes, 'name') ?? ''),
          path: link.target,
          hidden: attribute(attributes, 'state') !== undefined && attribute(attributes, 'state') !== 'visible',
        });
    },
    close: () => undefined,
    text: () => undefined,
  });
  await feedEntry(zip, path, maxPartBytes, tokens.push);
  const target = (type: string) => [...links.values()].find((link) => link.type === type)?.target ?? '';
  return {
    sheets,
    date1904,
    strings: await sharedStrings(zip, target('sharedStrings')),
    shapes: await numberShapes(zip, target('styles')),
  };
}
