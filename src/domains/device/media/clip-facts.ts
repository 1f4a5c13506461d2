/** What an MP4 says of itself: how long it plays and how it is coded, read from its `moov` box. Pure. */

export interface ClipFacts {
  seconds: number;
  /** `avc1`, `hvc1` …; '' where no picture track is described. */
  codec: string;
}

interface Box {
  type: string;
  /** Of the content, without the head. */
  from: number;
  to: number;
}

/** The boxes between two offsets; ends where one does not fit. */
function* boxesIn(content: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const short = content.readUInt32BE(at);
    const long = short === 1 && at + 16 <= to;
    const head = long ? 16 : 8;
    const size = long ? Number(content.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    if (size < head || at + size > to) return;
    yield { type: content.toString('latin1', at + 4, at + 8), from: at + head, to: at + size };
    at += size;
  }
}

const within = (content: Buffer, box: Box, type: string): Box | undefined =>
  [...boxesIn(content, box.from, box.to)].find((one) => one.type === type);

function secondsOf(content: Buffer, mvhd: Box): number {
  const wide = content[mvhd.from] === 1;
  const need = wide ? 32 : 20;
  if (mvhd.to - mvhd.from < need) return Number.NaN;
  const scale = content.readUInt32BE(mvhd.from + (wide ? 20 : 12));
  const length = wide ? Number(content.readBigUInt64BE(mvhd.from + 24)) : content.readUInt32BE(mvhd.from + 16);
  return length / scale;
}

/** Coding of the first track that holds pictures. */
function codecOf(content: Buffer, moov: Box): string {
  for (const trak of boxesIn(content, moov.from, moov.to)) {
    if (trak.type !== 'trak') continue;
    let box: Box | undefined = trak;
    for (const type of ['mdia', 'minf', 'stbl', 'stsd']) box = box && within(content, box, type);
    // Version, flags and a count stand before the entries.
    const entry =
      box && [...boxesIn(content, box.from + 8, box.to)].find(({ type }) => /^(avc|hvc|hev|av0|vp0|mp4v)/.test(type));
    if (entry) return entry.type;
  }
  return '';
}

/** Undefined where it cannot be read as one. */
export function clipFacts(content: Buffer): ClipFacts | undefined {
  const moov = within(content, { type: '', from: 0, to: content.length }, 'moov');
  const mvhd = moov && within(content, moov, 'mvhd');
  if (!moov || !mvhd) return undefined;
  const seconds = secondsOf(content, mvhd);
  return Number.isFinite(seconds) ? { seconds, codec: codecOf(content, moov) } : undefined;
}
