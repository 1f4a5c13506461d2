/** Pictures and clips made of nothing, for the simulator and for tests: they have the form, and show no one. */

const box = (type: string, ...content: Buffer[]): Buffer => {
  const inner = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(inner.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, inner]);
};

/** A grey JPEG of eight by eight points. */
const grey = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKAB/9k=',
  'base64',
);

/** The same picture with a comment in it: its bytes are its own. At most 60,000 bytes of it. */
export function sampleNote(jpeg: Buffer, note: string): Buffer {
  const text = Buffer.from(note).subarray(0, 60_000);
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
}

/** A grey picture unlike those with other notes. */
export const samplePicture = (note: string): Buffer => sampleNote(grey, note);

/** An MP4 whose `moov` says how long it plays and how it is coded, with `bytes` of nothing to play. */
export function sampleClip(seconds: number, codec = 'avc1', bytes = 1_000): Buffer {
  const mvhd = Buffer.alloc(100);
  mvhd.writeUInt32BE(1_000, 12);
  mvhd.writeUInt32BE(Math.round(seconds * 1_000), 16);
  const stsd = Buffer.alloc(8);
  stsd.writeUInt32BE(1, 4);
  const track = box('trak', box('mdia', box('minf', box('stbl', box('stsd', stsd, box(codec, Buffer.alloc(78)))))));
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1')),
    box('moov', box('mvhd', mvhd), track),
    box('mdat', Buffer.alloc(bytes, 7)),
  ]);
}
