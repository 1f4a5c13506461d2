/** Parts of the database driver that ship without types. */
declare module 'pg/lib/utils.js' {
  /** A parameter as the driver sends it: text, bytes or null. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
