/** Reads a ZIP archive by its directory: entries are unpacked as streams, with limits against archives that explode. */
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

export interface ZipEntry {
  name: string;
  /** Size unpacked, as the directory claims; the true size is counted while unpacking. */
  size: number;
  packed: number;
  method: number;
  offset: number;
}

export interface ZipReader {
  entries: ReadonlyMap<string, ZipEntry>;
  /** Bytes of an entry. Throws ZipError when it is damaged or grows past `maxBytes`. */
  stream(entry: ZipEntry, maxBytes: number): AsyncGenerator<Buffer, void, void>;
  close(): Promise<void>;
}

/** What is wrong with an archive. Caught at the door of the sheet readers, where it becomes a refusal. */
export type ZipFault = 'damaged' | 'too-large' | 'not-a-workbook';
export class ZipError extends Error {
  readonly reason: ZipFault;
  constructor(reason: ZipFault, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** Random access to a file's bytes, on disk or in memory. */
interface Bytes {
  size: number;
  read(offset: number, length: number): Promise<Buffer>;
  stream(offset: number, length: number): Readable;
  close(): Promise<void>;
}

const maxEntries = 10_000;
const maxDirectoryBytes = 4 * 1024 * 1024;
/** A page of zeros packs 1,000 times; honest sheets stay below 100. Small entries may be anything. */
const maxRatio = 400;
const ratioFloorBytes = 16 * 1024 * 1024;

async function bytesOf(source: Buffer | string): Promise<Bytes> {
  if (typeof source !== 'string')
    return {
      size: source.length,
      read: async (offset, length) => source.subarray(offset, offset + length),
      stream: (offset, length) => Readable.from([source.subarray(offset, offset + length)]),
      close: async () => undefined,
    };
  const file = await open(source, 'r');
  const { size } = await file.stat();
  return {
    size,
    read: async (offset, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    },
    stream: (offset, length) =>
      file.createReadStream({ start: offset, end: offset + length - 1, autoClose: false, highWaterMark: 256 * 1024 }),
    close: () => file.close(),
  };
}

async function directoryPlace(bytes: Bytes): Promise<{ offset: number; size: number; count: number }> {
  const tailSize = Math.min(bytes.size, 65_557);
  const tail = await bytes.read(bytes.size - tailSize, tailSize);
  const end = tail.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0 || end + 22 > tail.length) throw new ZipError('damaged', '文件不完整');
  const count = tail.readUInt16LE(end + 10);
  const size = tail.readUInt32LE(end + 12);
  const offset = tail.readUInt32LE(end + 16);
  if (offset !== 0xffff_ffff && count !== 0xffff) return { offset, size, count };
  const locator = end - 20;
  if (locator < 0 || tail.readUInt32LE(locator) !== 0x07064b50) throw new ZipError('damaged', '文件不完整');
  const record = await bytes.read(Number(tail.readBigUInt64LE(locator + 8)), 56);
  if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50) throw new ZipError('damaged', '目录缺失');
  return {
    count: Number(record.readBigUInt64LE(32)),
    size: Number(record.readBigUInt64LE(40)),
    offset: Number(record.readBigUInt64LE(48)),
  };
}

/** Sizes and offset kept in the ZIP64 extra field, where the 32-bit ones say 0xffffffff. */
function widen(entry: ZipEntry, extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    const take = (): number => {
      if (next + 8 > extra.length) throw new ZipError('damaged', '目录不完整');
      next += 8;
      return Number(extra.readBigUInt64LE(next - 8));
    };
    if (entry.size === 0xffff_ffff) entry.size = take();
    if (entry.packed === 0xffff_ffff) entry.packed = take();
    if (entry.offset === 0xffff_ffff) entry.offset = take();
    return;
  }
}

async function readDirectory(bytes: Bytes): Promise<Map<string, ZipEntry>> {
  const place = await directoryPlace(bytes);
  if (place.count > maxEntries || place.size > maxDirectoryBytes) throw new ZipError('too-large', '条目过多');
  const directory = await bytes.read(place.offset, place.size);
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  for (let i = 0; i < place.count; i++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50)
      throw new ZipError('damaged', '目录不完整');
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const entry: ZipEntry = {
      name: directory.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/'),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    };
    widen(entry, directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength));
    entries.set(entry.name, entry);
    at += 46 + nameLength + extraLength + directory.readUInt16LE(at + 32);
  }
  return entries;
}

async function* unpack(bytes: Bytes, entry: ZipEntry, maxBytes: number): AsyncGenerator<Buffer, void, void> {
  const head = await bytes.read(entry.offset, 30);
  if (head.length < 30 || head.readUInt32LE(0) !== 0x04034b50) throw new ZipError('damaged', '条目缺失');
  const start = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (entry.method !== 0 && entry.method !== 8) throw new ZipError('damaged', '压缩方式不支持');
  if (entry.packed === 0) return;
  const packed = bytes.stream(start, entry.packed);
  // errors of either stream surface in the loop below
  const source =
    entry.method === 0 ? packed : pipeline(packed, createInflateRaw({ chunkSize: 128 * 1024 }), () => undefined);
  const allowed = Math.min(maxBytes, Math.max(ratioFloorBytes, entry.packed * maxRatio));
  let size = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > allowed) throw new ZipError('too-large', '展开后过大');
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ZipError) throw error;
    throw new ZipError('damaged', '内容无法解压');
  }
}

/** Opens an archive in memory or by path. Throws ZipError when it is none. Close it when done. */
export async function openZip(source: Buffer | string): Promise<ZipReader> {
  const bytes = await bytesOf(source);
  try {
    const entries = await readDirectory(bytes);
    return { entries, stream: (entry, maxBytes) => unpack(bytes, entry, maxBytes), close: () => bytes.close() };
  } catch (error) {
    await bytes.close();
    if (error instanceof RangeError) throw new ZipError('damaged', '目录不完整');
    throw error;
  }
}
