/** Which files are taken, known by their first bytes and never by what the sender says. */

export interface FileType {
  /** Without the dot. */
  extension: string;
  /** As it is served. */
  mime: string;
  /** Other endings people use for it. */
  aliases?: readonly string[];
  matches(head: Buffer): boolean;
}

/** Bytes of the head that decide. */
export const headBytes = 4_096;

const starts =
  (...bytes: number[]) =>
  (head: Buffer): boolean =>
    bytes.every((byte, i) => head[i] === byte);
const ascii = (head: Buffer, at: number, text: string): boolean =>
  head.toString('latin1', at, at + text.length) === text;
const zip = starts(0x50, 0x4b, 0x03, 0x04);
const isText = (head: Buffer): boolean => {
  const wide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return (
    head.length > 0 &&
    (wide || !head.includes(0)) &&
    !/^\s*<(!doctype|html|svg|\?xml|script)/i.test(head.toString('latin1'))
  );
};

/** A page, or a workbook written as XML; a mark and every second byte of wide text put aside. */
const isMarkup = (head: Buffer): boolean => /^(ï»¿|ÿþ|þÿ)?\s*</.test(head.toString('latin1').replaceAll('\0', ''));
const oldOffice = starts(0xd0, 0xcf, 0x11, 0xe0);

const office = 'application/vnd.openxmlformats-officedocument';
const types = {
  png: { extension: 'png', mime: 'image/png', matches: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  jpg: { extension: 'jpg', mime: 'image/jpeg', aliases: ['jpeg', 'jfif'], matches: starts(0xff, 0xd8, 0xff) },
  gif: { extension: 'gif', mime: 'image/gif', matches: (head) => ascii(head, 0, 'GIF87a') || ascii(head, 0, 'GIF89a') },
  webp: { extension: 'webp', mime: 'image/webp', matches: (head) => ascii(head, 0, 'RIFF') && ascii(head, 8, 'WEBP') },
  pdf: { extension: 'pdf', mime: 'application/pdf', matches: (head) => ascii(head, 0, '%PDF-') },
  xlsx: { extension: 'xlsx', mime: `${office}.spreadsheetml.sheet`, matches: zip },
  // Other systems call anything so that a spreadsheet opens: pages, XML, text and workbooks of today. The reader tells them apart.
  xls: {
    extension: 'xls',
    mime: 'application/vnd.ms-excel',
    matches: (head) => oldOffice(head) || zip(head) || isMarkup(head) || isText(head),
  },
  docx: { extension: 'docx', mime: `${office}.wordprocessingml.document`, matches: zip },
  zip: { extension: 'zip', mime: 'application/zip', matches: zip },
  gz: { extension: 'gz', mime: 'application/gzip', aliases: ['gzip'], matches: starts(0x1f, 0x8b) },
  apk: { extension: 'apk', mime: 'application/vnd.android.package-archive', matches: zip },
  csv: { extension: 'csv', mime: 'text/csv; charset=utf-8', aliases: ['txt'], matches: isText },
  mp4: { extension: 'mp4', mime: 'video/mp4', matches: (head) => ascii(head, 4, 'ftyp') },
} satisfies Record<string, FileType>;

export type TypeName = keyof typeof types;
const byName: Record<TypeName, FileType> = types;

/** The type stored under an extension. */
export function typeOfExtension(extension: string): FileType | undefined {
  return Object.values(byName).find((type) => type.extension === extension);
}

const extensionOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/**
 * The type of a file among those allowed: its bytes must fit, and where several types share their bytes (everything
 * packed as ZIP, plain text) the name's ending decides. Pictures are known by their bytes alone.
 */
export function detectType(head: Buffer, name: string, allowed: readonly TypeName[]): FileType | undefined {
  const ending = extensionOf(name);
  const fitting = allowed.map((one) => byName[one]).filter((type) => type.matches(head));
  const named = fitting.find((type) => type.extension === ending || type.aliases?.includes(ending));
  if (named) return named;
  return fitting.find((type) => type.mime.startsWith('image/'));
}
