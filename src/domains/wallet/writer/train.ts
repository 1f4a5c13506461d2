/**
 * Many commands as one message train with a single Sync behind the last: one write, and the answers come back together.
 * With a Sync after each command the server would flush, and this process wake up, once per command.
 */
import type { Duplex } from 'node:stream';
import pg from 'pg';

/** A named prepared statement whose rows come as arrays. */
export interface Statement {
  name: string;
  text: string;
}

export interface Command {
  statement: Statement;
  values: unknown[];
}

/** A COPY … FROM STDIN with all its rows as one CopyData message, and how many rows that is. */
export interface Copy {
  copy: Statement;
  message: Buffer;
  rows: number;
}

export interface Answer {
  /** First word of the command's tag: SELECT, COMMIT, ROLLBACK … */
  command: string;
  rows: unknown[][];
}

type Reader = (text: string) => unknown;

/** What the driver's connection offers to the queries it carries. */
interface Wire {
  stream: Duplex;
  parse(query: { name: string; text: string }): void;
  bind(config: { statement: string; values: unknown[] }): void;
  describe(what: { type: 'P'; name: string }): void;
  execute(config: object): void;
  close(what: { type: 'S'; name: string }): void;
  endCopyFrom(): void;
  sync(): void;
}

interface RowShape {
  fields: { dataTypeID: number }[];
}

/** How to read the rows of each statement a connection has prepared; it never describes them again. */
const prepared = new WeakMap<Wire, Map<string, Reader[]>>();

function asText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** The driver takes only its own query class on a pipelined connection, hence the inheritance. */
class Train extends pg.Query {
  readonly #client: pg.Client;
  readonly #commands: readonly (Command | Copy)[];
  readonly #answers: Answer[] = [];
  readonly #fresh = new Map<string, Reader[]>();
  #known: Map<string, Reader[]> = new Map();
  #rows: unknown[][] = [];
  #readers: Reader[] | undefined;

  constructor(
    client: pg.Client,
    commands: readonly (Command | Copy)[],
    resolve: (answers: Answer[]) => void,
    reject: (error: unknown) => void,
  ) {
    super('', ((error: unknown) => (error ? reject(error) : this.#end(resolve, reject))) as never);
    this.#client = client;
    this.#commands = commands;
    this.submit = (connection) => {
      this.#send(connection as unknown as Wire);
      return null;
    };
  }

  #send(wire: Wire): void {
    const known = prepared.get(wire) ?? new Map<string, Reader[]>();
    prepared.set(wire, known);
    this.#known = known;
    wire.stream.cork();
    for (const command of this.#commands) {
      const { name, text } = 'copy' in command ? command.copy : command.statement;
      const first = !known.has(name) && !this.#fresh.has(name);
      if (first) {
        // A train that broke may have left the statement behind; closing what is not there is no error.
        wire.close({ type: 'S', name });
        wire.parse({ name, text });
        this.#fresh.set(name, []);
      }
      wire.bind({ statement: name, values: 'copy' in command ? [] : command.values.map(asText) });
      if (first && !('copy' in command)) wire.describe({ type: 'P', name: '' });
      wire.execute({});
      if ('copy' in command) {
        // The data follows without waiting to be asked for: the server drops it when the statement fails.
        wire.stream.write(command.message);
        wire.endCopyFrom();
      }
    }
    wire.sync();
    wire.stream.uncork();
  }

  #end(resolve: (answers: Answer[]) => void, reject: (error: unknown) => void): void {
    for (const [name, readers] of this.#fresh) this.#known.set(name, readers);
    for (const [i, command] of this.#commands.entries()) {
      if (!('copy' in command)) continue;
      const tag = this.#answers[i]?.command;
      if (tag !== `COPY ${command.rows}`) {
        reject(new Error(`${tag} instead of ${command.rows} rows: ${command.copy.text}`));
        return;
      }
    }
    resolve(this.#answers);
  }

  #name(): string {
    const command = this.#commands[this.#answers.length];
    if (!command) throw new Error('an answer to no command');
    return 'copy' in command ? command.copy.name : command.statement.name;
  }

  handleRowDescription({ fields }: RowShape): void {
    const readers = fields.map(({ dataTypeID }) => this.#client.getTypeParser(dataTypeID) as Reader);
    this.#fresh.set(this.#name(), readers);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (!this.#readers) {
      const name = this.#name();
      this.#readers = this.#fresh.get(name) ?? this.#known.get(name) ?? [];
    }
    const readers = this.#readers;
    const row: unknown[] = new Array(fields.length);
    for (let i = 0; i < fields.length; i += 1) {
      const text = fields[i];
      row[i] = text === null || text === undefined ? null : (readers[i] as Reader)(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#answers.push({ command: text, rows: this.#rows });
    this.#rows = [];
    this.#readers = undefined;
  }

  handleCopyInResponse(): void {}
}

/** Sends all commands at once and waits for all answers: one round trip. @throws the first error; nothing after it ran. */
export function sendAll(client: pg.Client, commands: readonly (Command | Copy)[]): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    client.query(new Train(client, commands, resolve, reject));
  });
}

/** Opens and ends the transaction of a batch. */
export const begin: Command = { statement: { name: 'w_begin', text: 'begin' }, values: [] };
export const rollback: Command = { statement: { name: 'w_rollback', text: 'rollback' }, values: [] };
export const commit: Command = { statement: { name: 'w_commit', text: 'commit' }, values: [] };
