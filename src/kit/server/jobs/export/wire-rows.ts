/**
 * Reads the server's answer to one statement as bytes: rows are given as positions in the network buffer, so a value
 * can go into a workbook without ever becoming a string. Speaks the part of PostgreSQL's protocol (version 3) that
 * answers Parse, Bind, Describe, Execute, Sync.
 */

export interface ResultField {
  name: string;
  /** Type oid. */
  type: number;
}

/** Takes a row: field i is UTF-8 text at `[spans[2i], spans[2i+1])` of `source`, null where both are 0. */
export type SpanTaker = (source: Buffer, spans: Int32Array) => Promise<void> | undefined;

export interface RowReader {
  /** Handles the messages of a chunk. Answers true when the statement has ended. @throws Error as the server says. */
  push(chunk: Buffer): Promise<boolean>;
}

const message = { dataRow: 68, rowDescription: 84, error: 69, ready: 90 };
const headBytes = 5;

function readFields(source: Buffer, from: number): ResultField[] {
  const fields: ResultField[] = [];
  let at = from + 2;
  for (let i = source.readInt16BE(from); i > 0; i--) {
    const end = source.indexOf(0, at);
    fields.push({ name: source.toString('utf8', at, end), type: source.readInt32BE(end + 7) });
    at = end + 19;
  }
  return fields;
}

/** The server's message with its code, e.g. `division by zero (22012)`. */
function readError(source: Buffer, from: number, to: number): Error {
  const parts = new Map(
    source
      .toString('utf8', from, to)
      .split('\0')
      .map((part) => [part[0], part.slice(1)]),
  );
  return new Error(`${parts.get('M') ?? 'the statement failed'} (${parts.get('C') ?? ''})`);
}

/** A reader that gives the columns once to `describe` and every row to what that answers. */
export function createRowReader(describe: (fields: ResultField[]) => SpanTaker): RowReader {
  let rest: Buffer | undefined;
  let take: SpanTaker | undefined;
  let spans = new Int32Array(0);
  let failure: Error | undefined;

  const rowAt = (source: Buffer, from: number): Promise<void> | undefined => {
    let at = from + 2;
    for (let i = 0; i < spans.length; i += 2) {
      const size = (source[at]! << 24) | (source[at + 1]! << 16) | (source[at + 2]! << 8) | source[at + 3]!;
      at += 4;
      if (size < 0) {
        spans[i] = 0;
        spans[i + 1] = 0;
      } else {
        spans[i] = at;
        at += size;
        spans[i + 1] = at;
      }
    }
    return take!(source, spans);
  };

  /** Takes the message at `[at, end)`; true when it ends the statement. A promise only where a row must wait. */
  const takeMessage = (source: Buffer, at: number, end: number): boolean | Promise<boolean> => {
    const type = source[at];
    if (type === message.dataRow) {
      const waiting = rowAt(source, at + headBytes);
      return waiting ? waiting.then(() => false) : false;
    }
    if (type === message.rowDescription) {
      const fields = readFields(source, at + headBytes);
      spans = new Int32Array(fields.length * 2);
      take = describe(fields);
    } else if (type === message.error) failure = readError(source, at + headBytes, end);
    else if (type === message.ready) {
      if (failure) throw failure;
      return true;
    }
    return false;
  };
  /** The message the former chunk broke off, whole, and where this chunk goes on; undefined when it is not enough either. */
  const complete = (begun: Buffer, chunk: Buffer): { whole: Buffer; from: number } | undefined => {
    const head = begun.length < headBytes ? Buffer.concat([begun, chunk.subarray(0, headBytes - begun.length)]) : begun;
    const size = head.length < headBytes ? Number.POSITIVE_INFINITY : 1 + head.readInt32BE(1);
    const from = size - begun.length;
    return from <= chunk.length ? { whole: Buffer.concat([begun, chunk.subarray(0, from)]), from } : undefined;
  };

  return {
    async push(chunk) {
      let at = 0;
      if (rest) {
        const found = complete(rest, chunk);
        if (!found) {
          rest = Buffer.concat([rest, chunk]);
          return false;
        }
        rest = undefined;
        at = found.from;
        if (await takeMessage(found.whole, 0, found.whole.length)) return true;
      }
      while (at + headBytes <= chunk.length) {
        const end = at + 1 + chunk.readInt32BE(at + 1);
        if (end > chunk.length) break;
        const ended = takeMessage(chunk, at, end);
        if (ended === true || (ended !== false && (await ended))) return true;
        at = end;
      }
      if (at < chunk.length) rest = chunk.subarray(at);
      return false;
    },
  };
}
