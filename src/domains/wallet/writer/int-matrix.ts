/**
 * Rows of whole numbers as one bigint[] parameter in binary form. The statement walks it with generate_series and
 * subscripts, which costs a fraction of one `unnest` per column.
 */

const two32 = 4_294_967_296;
const int8Oid = 20;

/** `rows` × `width` numbers, row by row. */
export function intMatrix(rows: readonly (readonly number[])[]): Buffer {
  const width = rows[0]?.length ?? 0;
  const size = rows.length * width;
  const bytes = Buffer.allocUnsafe(20 + size * 12);
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(0, 4);
  bytes.writeInt32BE(int8Oid, 8);
  bytes.writeInt32BE(size, 12);
  bytes.writeInt32BE(1, 16);
  let at = 20;
  for (const row of rows) {
    if (row.length !== width) throw new Error(`matrix row of ${row.length} in a width of ${width}`);
    for (const value of row) {
      const high = Math.floor(value / two32);
      bytes.writeInt32BE(8, at);
      bytes.writeInt32BE(high, at + 4);
      bytes.writeUInt32BE(value - high * two32, at + 8);
      at += 12;
    }
  }
  return bytes;
}

/** Days since 2000-01-01, to travel in a matrix; `date '2000-01-01' + n` in SQL. */
export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000 - 10_957;
}

/** SQL that turns parameter `param` (a matrix `width` wide) into rows: `from ${matrixRows(..)}`, fields by `cell(n)`. */
export function matrixRows(param: number, width: number): string {
  return `generate_series(0, cardinality($${param}::bigint[]) - 1, ${width}) as at`;
}

/** The nth (from 1) number of the current row of parameter `param`. */
export function cell(param: number, nth: number): string {
  return `($${param}::bigint[])[at + ${nth}]`;
}

/**
 * The nth number of the matrix row that belongs to `key`, where parameter `keys` holds the keys of the rows, ascending.
 * Updates read their new values this way instead of joining: a join could be planned the wrong way round while the
 * table is young.
 */
export function cellOf(key: string, keys: number, matrix: number, width: number, nth: number): string {
  return `($${matrix}::bigint[])[(width_bucket(${key}, $${keys}::bigint[]) - 1) * ${width} + ${nth}]`;
}

/** One bigint[] in binary form. */
export function intArray(values: readonly number[]): Buffer {
  return intMatrix([values]);
}
