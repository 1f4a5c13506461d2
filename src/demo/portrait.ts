/** Pictures of the demo, drawn: a face nobody has, large enough for the terminals, and the slip of a market stall. */
import { crc32, deflateSync } from 'node:zlib';

const side = 480;
const skins = [
  [243, 208, 178],
  [229, 186, 150],
  [250, 222, 198],
] as const;
const clothes = [
  [10, 130, 80],
  [52, 92, 140],
  [150, 84, 60],
] as const;
const ground = [232, 238, 235] as const;
const hair = [45, 38, 36] as const;

/** Colour at a point of the unit square. */
function colour(x: number, y: number, n: number): Colour {
  const within = (cx: number, cy: number, rx: number, ry: number) => ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1;
  if (within(0.5, 0.36, 0.17, 0.12)) return hair;
  if (within(0.44, 0.45, 0.015, 0.015) || within(0.56, 0.45, 0.015, 0.015)) return hair;
  if (within(0.5, 0.46, 0.16, 0.2)) return skins[n % skins.length]!;
  return within(0.5, 0.98, 0.34, 0.32) ? clothes[Math.floor(n / skins.length) % clothes.length]! : ground;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

type Colour = readonly [number, number, number];

/** The `n`th of nine portraits. */
export const portrait = (n: number): Buffer => drawn((x, y) => colour(x, y, n));

/** A white slip with `n` and a few lines written on it; which goods and amounts they are nobody can read. */
export const slip = (n: number): Buffer =>
  drawn((x, y) => {
    if (x < 0.2 || x > 0.8 || y < 0.08 || y > 0.92) return [170, 150, 120];
    const line = Math.floor(y * 20);
    const inked = line % 2 === 0 && line >= 4 && line < 8 + 2 * (n % 4) && x > 0.26 && x < 0.74 - 0.04 * (line % 5);
    return inked && (y * 20) % 1 > 0.55 ? [70, 74, 80] : [250, 250, 246];
  });

function drawn(colourAt: (x: number, y: number) => Colour): Buffer {
  const rows = Buffer.alloc(side * (side * 3 + 1));
  let at = 0;
  for (let y = 0; y < side; y += 1) {
    // Each line begins with its filter: none.
    at += 1;
    for (let x = 0; x < side; x += 1) {
      for (const part of colourAt(x / side, y / side)) rows[at++] = part;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // Eight bits each of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
