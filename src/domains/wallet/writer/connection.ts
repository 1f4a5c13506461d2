/** A connection of the hot path: pipelined, generic plans, index plans only, reopened when it breaks. */
import type { Duplex } from 'node:stream';
import pg, { type ClientConfig, type QueryArrayConfig, type QueryArrayResult } from 'pg';
import { clientConfig } from '../../../kit/server/db/pool.ts';
import { copyDesk } from './copy-rows.ts';

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
  copy: string;
  message: Buffer;
  rows: number;
}

interface CopyConnection {
  stream: Duplex;
  query(text: string): void;
  endCopyFrom(): void;
}

type Answer = QueryArrayResult<unknown[]>;

/**
 * COPY whose data follows its statement at once, without waiting for the server to ask: the protocol drops the data when
 * the statement fails. The driver takes only its own query class on a pipelined connection, hence the inheritance.
 */
class CopyQuery extends pg.Query {
  readonly #copy: Copy;

  constructor(copy: Copy, callback: (error: Error | undefined, result: unknown) => void) {
    super(copy.copy, callback as never);
    this.#copy = copy;
    this.submit = (connection) => {
      const wire = connection as unknown as CopyConnection;
      wire.query(this.#copy.copy);
      wire.stream.write(this.#copy.message);
      wire.endCopyFrom();
      return null;
    };
  }

  handleCopyInResponse(): void {}
}

function sendCopy(client: pg.Client, copy: Copy): Promise<Answer> {
  return new Promise((resolve, reject) => {
    client.query(
      new CopyQuery(copy, (error, result) => {
        const answer = result as Answer;
        if (error) reject(error);
        else if (answer.rowCount === copy.rows) resolve(answer);
        else reject(new Error(`${answer.rowCount} of ${copy.rows} rows written: ${copy.copy}`));
      }),
    );
  });
}

function send(client: pg.Client, command: Command | Copy | string): Promise<Answer> {
  if (typeof command === 'string') return client.query<unknown[]>({ text: command, rowMode: 'array' });
  if ('copy' in command) return sendCopy(client, command);
  const { statement, values } = command;
  const config: QueryArrayConfig = { name: statement.name, text: statement.text, values, rowMode: 'array' };
  return client.query<unknown[]>(config);
}

const aborted = '25P02';

/** Someone else's long lock on one person makes a batch fail and be halved until that person stands alone. */
const settings = '-c lock_timeout=3s';

export class HotConnection {
  /** Row buffers of the batch that runs on this connection. */
  readonly desk = copyDesk();
  readonly #config: ClientConfig;
  #client: pg.Client | undefined;

  constructor(connection: ClientConfig) {
    const base = clientConfig(connection, { hotPlans: true, applicationName: 'onecard wallet' });
    this.#config = { ...base, options: `${base.options} ${settings}`, ...{ pipeline: true } };
  }

  /** The open client; opens one when there is none. @throws when the database cannot be reached. */
  async client(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const client = new pg.Client(this.#config);
    client.on('error', () => this.drop(client));
    client.on('end', () => this.drop(client));
    await client.connect();
    this.#client = client;
    return client;
  }

  /** Forgets a client that broke; the next use opens another. */
  drop(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.end().catch(() => undefined);
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }
}

/**
 * Sends all commands at once and waits for all answers: one round trip. @throws the first error that is a cause, not
 * the «transaction is aborted» of what followed it.
 */
export async function sendAll(client: pg.Client, commands: readonly (Command | Copy | string)[]): Promise<Answer[]> {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  const pending = commands.map((command) => send(client, command));
  stream.uncork();
  const settled = await Promise.allSettled(pending);
  let abort: unknown;
  for (const result of settled) {
    if (result.status === 'fulfilled') continue;
    if ((result.reason as { code?: string }).code !== aborted) throw result.reason;
    abort = result.reason;
  }
  if (abort) throw abort;
  return settled.map((result) => (result as PromiseFulfilledResult<Answer>).value);
}
