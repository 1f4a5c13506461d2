/** How long an mp4 lasts and how it is coded, out of its `moov`; boxes are walked by their heads, the film itself is not read. */
import type { FileStore } from '../../../kit/server/files/store.ts';

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

interface Box {
  type: string;
  /** Of its content, from the beginning of what is walked. */
  from: number;
  to: number;
}

/** The boxes between two offsets of a buffer. */
function boxesIn(data: Buffer, from: number, to: number): Box[] {
  const found: Box[] = [];
  for (let at = from; at + 8 <= to && found.length < mostBoxes; ) {
    const size = data.readUInt32BE(at);
    if (size < 8 || at + size > to) break;
    found.push({ type: data.toString('latin1', at + 4, at + 8), from: at + 8, to: at + size });
    at += size;
  }
  return found;
}

const into = (data: Buffer, of: { from: number; to: number } | undefined, type: string): Box | undefined =>
  of && boxesIn(data, of.from, of.to).find((box) => box.type === type);

/** What a `moov` says; undefined when it does not. */
export function factsOf(moov: Buffer): FilmFacts | undefined {
  const whole = { from: 0, to: moov.length };
  const mvhd = into(moov, whole, 'mvhd');
  if (!mvhd || mvhd.to - mvhd.from < 32) return undefined;
  const long = moov.readUInt8(mvhd.from) === 1;
  const scale = moov.readUInt32BE(mvhd.from + (long ? 20 : 12));
  const length = long ? Number(moov.readBigUInt64BE(mvhd.from + 24)) : moov.readUInt32BE(mvhd.from + 16);
  const tracks = boxesIn(moov, 0, moov.length).filter((box) => box.type === 'trak');
  const codecs = tracks.flatMap((trak) => {
    const mdia = into(moov, trak, 'mdia');
    const stsd = into(moov, into(moov, into(moov, mdia, 'minf'), 'stbl'), 'stsd');
    // Only a track with a video head has a picture.
    if (!into(moov, into(moov, mdia, 'minf'), 'vmhd') || !stsd || stsd.to - stsd.from < 16) return [];
    return [moov.toString('latin1', stsd.from + 12, stsd.from + 16)];
  });
  const [codec] = codecs;
  if (!codec || scale === 0 || length === 0) return undefined;
  return { seconds: Math.max(1, Math.round(length / scale)), codec };
}

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
    if (type === 'moov') return length > mostMoov ? undefined : (await read(at, length)).subarray(8);
    at += length;
  }
  return undefined;
}

/** Of a stored file; undefined for what is no film that can be read. */
export async function readFilm(files: FileStore, key: string): Promise<FilmFacts | undefined> {
  const stored = await files.stat(key);
  if (!stored) return undefined;
  const read: Read = async (start, bytes) => {
    const part = await files.get(key, { start, end: start + bytes - 1 });
    const chunks: Buffer[] = [];
    if (part) for await (const chunk of part.stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  const moov = await findMoov(read, stored.size);
  return moov && factsOf(moov);
}
