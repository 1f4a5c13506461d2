/** What stands in a code that a page has drawn, read from its pixels as a scanner would. */
import type { Locator } from 'playwright-core';
import decodeQR from 'qr/decode.js';

interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}

/** The drawing in black and white; a quiet zone of `around` pixels beside it. */
async function drawn(svg: Locator, width: number, height: number, around: number): Promise<Picture> {
  const bytes = await svg.evaluate(
    async (node, [w, h, edge]) => {
      const copy = node.cloneNode(true) as SVGElement;
      copy.setAttribute('width', String(w));
      copy.setAttribute('height', String(h));
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = w! + 2 * edge!;
      canvas.height = h! + 2 * edge!;
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.imageSmoothingEnabled = false;
      context.drawImage(image, edge!, edge!);
      return [...context.getImageData(0, 0, canvas.width, canvas.height).data];
    },
    [width, height, around],
  );
  return { width: width + 2 * around, height: height + 2 * around, data: Uint8Array.from(bytes) };
}

const sideOf = async (svg: Locator, at: 2 | 3) => Number(((await svg.getAttribute('viewBox')) ?? '').split(' ')[at]);

/** The text of a QR code. */
export async function readQr(svg: Locator): Promise<string> {
  const side = (await sideOf(svg, 2)) * 6;
  return decodeQR(await drawn(svg, side, side, 24));
}

/** Widths of the bars and spaces of a barcode, in modules, from the first bar to the last. */
export async function readBars(svg: Locator): Promise<number[]> {
  const scale = 3;
  const picture = await drawn(svg, (await sideOf(svg, 2)) * scale, 4, 0);
  const row = Array.from({ length: picture.width }, (_, x) => picture.data[(2 * picture.width + x) * 4]! < 128);
  const widths: number[] = [];
  let [from, to] = [row.indexOf(true), row.lastIndexOf(true)];
  for (let x = from + 1; x <= to + 1; x++)
    if (x > to || row[x] !== row[x - 1]) {
      widths.push((x - from) / scale);
      from = x;
    }
  return widths;
}
