/** Parts of the database driver that ship without types. */
declare module 'pg/lib/utils.js' {
  /** A parameter as the driver sends it: text, bytes or null. */
  export function prepareValue(value: unknown): string | Buffer | null;
}

declare module 'pg-cursor' {
  import type { Submittable } from 'pg';

  type Parsers = { getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown };

  export default class Cursor<R> implements Submittable {
    constructor(text: string, values?: readonly unknown[], config?: { types?: Parsers });
    submit(connection: unknown): void;
    /** Up to `count` rows; fewer, at last none, at the end. */
    read(count: number): Promise<R[]>;
    close(): Promise<void>;
  }
}
