/** How long an mp4 lasts and how it is coded, out of its `moov`; boxes are walked by their heads, the film itself is not read. */
import { type FileStore, isFileKey } from '../../../kit/server/files/store.ts';
import { clipFacts } from '../../device/public.server.ts';

export interface FilmFacts {
  /** Whole seconds, at least 1. */
  seconds: number;
  /** The four letters of the picture's coding: `avc1` is H.264, `hvc1` and `hev1` H.265. */
  codec: string;
}

/** A `moov` larger than this is none. */
const mostMoov = 8 * 1024 * 1024;
const mostBoxes = 200;

type Read = (start: number, bytes: number) => Promise<Buffer>;

/** Finds the `moov` of a file of `size` bytes, wherever it lies. */
async function findMoov(read: Read, size: number): Promise<Buffer | undefined> {
  let at = 0;
  for (let n = 0; n < mostBoxes && at + 8 <= size; n += 1) {
    const head = await read(at, Math.min(16, size - at));
    const type = head.toString('latin1', 4, 8);
    const short = head.readUInt32BE(0);
    const length =
      short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    if (length < 8 || at + length > size) return undefined;
    if (type === 'moov') return length > mostMoov ? undefined : read(at, length);
    at += length;
  }
  return undefined;
}

/** Of a stored file; undefined for what is no film that can be read. */
export async function readFilm(files: FileStore, key: string): Promise<FilmFacts | undefined> {
  const stored = isFileKey(key) ? await files.stat(key) : undefined;
  if (!stored) return undefined;
  const read: Read = async (start, bytes) => {
    const part = await files.get(key, { start, end: start + bytes - 1 });
    const chunks: Buffer[] = [];
    if (part) for await (const chunk of part.stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  const moov = await findMoov(read, stored.size);
  const facts = moov && clipFacts(moov);
  // Without a track of pictures, or of no length, there is nothing to play.
  if (!facts || facts.codec === '' || facts.seconds <= 0) return undefined;
  return { seconds: Math.max(1, Math.round(facts.seconds)), codec: facts.codec };
}
