/** A ZIP archive written as a stream: entries one after another, sizes and sums behind each entry's data. */
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';
import type { ByteSink } from './types.ts';

export interface ZipWriter {
  /** Starts an entry; the former one must be closed. */
  open(name: string): void;
  /** Compresses bytes of the open entry. The bytes may be reused once the promise resolves. */
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
  /** Writes the directory. Resolves to the archive's size in bytes. */
  finish(): Promise<number>;
  /** Gives up: frees the compressor, writes nothing more. */
  abort(): void;
}

interface Entry {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/** Sizes and offsets are 32 bits wide; nothing this product writes comes near, and ZIP64 is not spoken by all readers. */
const maxBytes = 0xffff_ffff;
const utf8NamesAndSizesBehind = 0x0808;
const deflated = 8;
/** 1980-01-01, the epoch of ZIP: the same rows give the same bytes on any day. */
const fixedDate = 0x0021;

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(utf8NamesAndSizesBehind, 6);
  head.writeUInt16LE(deflated, 8);
  head.writeUInt16LE(fixedDate, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function sizesBehind(entry: Entry): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(entry.crc, 4);
  tail.writeUInt32LE(entry.packed, 8);
  tail.writeUInt32LE(entry.size, 12);
  return tail;
}

function directoryEntry(entry: Entry): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(20, 6);
  head.writeUInt16LE(utf8NamesAndSizesBehind, 8);
  head.writeUInt16LE(deflated, 10);
  head.writeUInt16LE(fixedDate, 14);
  head.writeUInt32LE(entry.crc, 16);
  head.writeUInt32LE(entry.packed, 20);
  head.writeUInt32LE(entry.size, 24);
  head.writeUInt16LE(entry.name.length, 28);
  head.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([head, entry.name]);
}

function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** A ZIP writer over `sink`; `level` is zlib's, 1 (fast) to 9. Sink errors reject the write or close under way. */
export function createZipWriter(sink: ByteSink, level = 1): ZipWriter {
  const entries: Entry[] = [];
  let offset = 0;
  let current: { entry: Entry; deflate: DeflateRaw; drained: Promise<void> } | undefined;
  let failure: unknown;

  const emit = async (chunk: Uint8Array) => {
    offset += chunk.length;
    if (offset > maxBytes) throw new Error('the archive would pass 4 GiB');
    await sink(chunk);
  };
  const drain = async (entry: Entry, deflate: DeflateRaw) => {
    try {
      await emit(localHeader(entry.name));
      for await (const chunk of deflate as AsyncIterable<Buffer>) {
        entry.packed += chunk.length;
        await emit(chunk);
      }
    } catch (error) {
      failure ??= error;
      deflate.destroy();
    }
  };

  return {
    open(name) {
      if (current) throw new Error('the former entry is still open');
      const entry: Entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset };
      const deflate = createDeflateRaw({ level, chunkSize: 128 * 1024 });
      deflate.on('error', (error) => {
        failure ??= error;
      });
      current = { entry, deflate, drained: drain(entry, deflate) };
    },
    async write(bytes) {
      if (!current) throw new Error('no entry is open');
      if (failure) throw failure;
      const { entry, deflate } = current;
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      await new Promise<void>((resolve, reject) => {
        deflate.write(bytes, (error) => (failure || error ? reject(failure ?? error) : resolve()));
      });
    },
    async close() {
      if (!current) throw new Error('no entry is open');
      const { entry, deflate, drained } = current;
      deflate.end();
      await drained;
      current = undefined;
      if (failure) throw failure;
      if (entry.size > maxBytes) throw new Error(`an entry would pass 4 GiB: ${entry.name}`);
      await emit(sizesBehind(entry));
      entries.push(entry);
    },
    async finish() {
      const start = offset;
      for (const entry of entries) await emit(directoryEntry(entry));
      await emit(endOfDirectory(entries.length, offset - start, start));
      return offset;
    },
    abort() {
      failure ??= new Error('given up');
      current?.deflate.destroy();
    },
  };
}
