/** Codes are read back by what reads them: a decoder of QR, and the table of Code 128 the other way round. */
import fc from 'fast-check';
import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { code128Widths, qrCells } from './codes.ts';

/** A picture of the cells, eight pixels each. */
function picture(cells: readonly boolean[][]) {
  const scale = 8;
  const size = cells.length * scale;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (cells[Math.floor(y / scale)]?.[Math.floor(x / scale)])
        data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
  return { width: size, height: size, data };
}

test.each(['A', 'https://demo.onecard.example/m/pay?no=CZ20261122000001', '餐盘 42 号', '9'.repeat(300)])(
  'a QR code of %s reads back',
  (text) => {
    expect(decodeQR(picture(qrCells(text)))).toBe(text);
  },
);

test('what no code can hold is refused', () => {
  expect(() => qrCells('')).toThrow();
  expect(() => qrCells('x'.repeat(1_001))).toThrow();
  for (const odd of ['', '中文', 'a\nb', 'x'.repeat(61)]) expect(() => code128Widths(odd)).toThrow();
});

/** The text of the widths, after their check digit. */
function read(widths: readonly number[]): string {
  const single = (value: number) =>
    code128Widths(String.fromCharCode(value + 32))
      .slice(6, 12)
      .join('');
  const known = new Map(Array.from({ length: 95 }, (_, value) => [single(value), value]));
  const pairs = (value: number) =>
    code128Widths(`00${String(value).padStart(2, '0')}`)
      .slice(12, 18)
      .join('');
  for (let value = 0; value < 100; value++) known.set(pairs(value), value);
  for (const [pattern, value] of [
    ['114131', 100],
    ['211214', 104],
    ['211232', 105],
    ['113141', 99],
    ['411131', 102],
    ['311141', 101],
  ] as const)
    known.set(pattern, value);
  expect(widths.slice(-7).join('')).toBe('2331112');
  const groups = widths.slice(0, -7).join('').match(/.{6}/g)!;
  const values = groups.map((group) => known.get(group)!);
  const [check, ...rest] = values.toReversed();
  expect(rest.toReversed().reduce((sum, value, i) => sum + value * Math.max(1, i), 0) % 103).toBe(check);
  let set = values[0] === 105 ? 'C' : 'B';
  let text = '';
  for (const value of rest.toReversed().slice(1))
    if (set === 'C' && value === 100) set = 'B';
    else if (set === 'B' && value === 99) set = 'C';
    else text += set === 'C' ? String(value).padStart(2, '0') : String.fromCharCode(value + 32);
  return text;
}

test('a Code 128 symbol reads back, whatever digits and letters it mixes', () => {
  // The published example: PJJ123C in set B, check 55.
  expect(code128Widths('PJJ123C').slice(48, 54)).toEqual(code128Widths('W').slice(6, 12));
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~]{1,30}$|^[A-Z]{2}\d{1,20}$/), (text) => {
      expect(read(code128Widths(text))).toBe(text);
    }),
  );
});

test('digits go two by two, so that a document number stays short enough for a slip', () => {
  const modules = code128Widths('CZ20261122000001').reduce((sum, width) => sum + width, 0);
  expect(modules).toBe(11 * 12 + 13);
});
