/** Array parameters as PostgreSQL literals: one string per column is cheaper than the driver's element-wise encoding. */

/** Literal of numbers, booleans or plain words (dates, our own codes): nothing in them needs quoting; null allowed. */
export function plainArray(values: readonly (number | string | boolean | null)[]): string {
  return `{${values.join(',')}}`;
}

/** As plainArray where null may occur (`join` would print it as nothing). */
export function nullableArray(values: readonly (number | string | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

const plainText = /^[\w:./+ -]+$/;

/** Literal of any texts. */
export function textArray(values: readonly string[]): string {
  const parts = values.map((value) =>
    plainText.test(value) ? `"${value}"` : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  );
  return `{${parts.join(',')}}`;
}
