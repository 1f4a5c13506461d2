/**
 * Rows in the binary form of COPY: what only grows is written this way, because the server then inserts whole pages at a
 * time (a row of 38 columns through `unnest` costs three times as much).
 */

const header = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** Message byte and length of CopyData stand before the header, so that the buffer goes to the socket as it is. */
const messageHead = 5;
const copyData = 0x64;
const two32 = 4_294_967_296;
/** 2000-01-01 as days and milliseconds since 1970. */
const epochDays = 10_957;
const epochMs = 946_684_800_000;

/**
 * Writes fields one after another; every row begins with `row(number of fields)`. The buffer is kept for the next batch:
 * call `reset` only when what was taken before has been answered.
 */
export class CopyRows {
  #bytes = Buffer.allocUnsafe(65_536);
  #at = 0;
  #count = 0;
  #date = '';
  #days = 0;

  constructor() {
    this.reset();
  }

  reset(): void {
    this.#at = messageHead + header.copy(this.#bytes, messageHead);
    this.#count = 0;
  }

  /** Rows begun since the reset. */
  get count(): number {
    return this.#count;
  }

  #room(bytes: number): number {
    const at = this.#at;
    if (at + bytes > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, at + bytes));
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    this.#at = at + bytes;
    return at;
  }

  #long(at: number, value: number): void {
    const high = Math.floor(value / two32);
    this.#bytes.writeInt32BE(high, at);
    this.#bytes.writeUInt32BE(value - high * two32, at + 4);
  }

  row(fields: number): void {
    this.#count += 1;
    const at = this.#room(2);
    this.#bytes.writeInt16BE(fields, at);
  }

  /** bigint; null allowed. */
  int8(value: number | null): void {
    if (value === null) {
      this.null();
      return;
    }
    const at = this.#room(12);
    this.#bytes.writeInt32BE(8, at);
    this.#long(at + 4, value);
  }

  /** int. */
  int4(value: number): void {
    const at = this.#room(8);
    this.#bytes.writeInt32BE(4, at);
    this.#bytes.writeInt32BE(value, at + 4);
  }

  /** smallint. */
  int2(value: number): void {
    const at = this.#room(6);
    this.#bytes.writeInt32BE(2, at);
    this.#bytes.writeInt16BE(value, at + 4);
  }

  bool(value: boolean): void {
    const at = this.#room(5);
    this.#bytes.writeInt32BE(1, at);
    this.#bytes[at + 4] = value ? 1 : 0;
  }

  /** `YYYY-MM-DD`. */
  date(value: string): void {
    if (value !== this.#date) {
      this.#date = value;
      this.#days = Date.parse(`${value}T00:00:00Z`) / 86_400_000 - epochDays;
    }
    const at = this.#room(8);
    this.#bytes.writeInt32BE(4, at);
    this.#bytes.writeInt32BE(this.#days, at + 4);
  }

  /** timestamptz from epoch ms. */
  time(ms: number): void {
    const at = this.#room(12);
    this.#bytes.writeInt32BE(8, at);
    this.#long(at + 4, (ms - epochMs) * 1000);
  }

  text(value: string): void {
    const size = Buffer.byteLength(value);
    const at = this.#room(4 + size);
    this.#bytes.writeInt32BE(size, at);
    this.#bytes.write(value, at + 4, size);
  }

  null(): void {
    const at = this.#room(4);
    this.#bytes.writeInt32BE(-1, at);
  }

  /** Everything written, as one CopyData message. */
  take(): Buffer {
    const at = this.#room(2);
    this.#bytes.writeInt16BE(-1, at);
    this.#bytes[0] = copyData;
    this.#bytes.writeInt32BE(this.#at - 1, 1);
    return this.#bytes.subarray(0, this.#at);
  }
}

/** The row buffers of one connection. */
export interface CopyDesk {
  answers: CopyRows;
  postings: CopyRows;
  entries: CopyRows;
  trades: CopyRows;
  purses: CopyRows;
}

export function copyDesk(): CopyDesk {
  return {
    answers: new CopyRows(),
    postings: new CopyRows(),
    entries: new CopyRows(),
    trades: new CopyRows(),
    purses: new CopyRows(),
  };
}
