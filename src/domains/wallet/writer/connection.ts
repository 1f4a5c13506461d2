/** A connection of the hot path: pipelined, generic plans, index plans only, reopened when it breaks. */
import pg, { type ClientConfig, type QueryArrayConfig, type QueryArrayResult } from 'pg';
import { clientConfig } from '../../../kit/server/db/pool.ts';

/** A named prepared statement whose rows come as arrays. */
export interface Statement {
  name: string;
  text: string;
}

export interface Command {
  statement: Statement;
  values: unknown[];
}

const aborted = '25P02';

/**
 * Tables may be empty when the plans are made and large later, and generic plans stay: only index plans are allowed,
 * so that no plan of the first minute scans or hashes a whole table at noon.
 */
const planSettings = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off';

export class HotConnection {
  readonly #config: ClientConfig;
  #client: pg.Client | undefined;

  constructor(connection: ClientConfig) {
    const base = clientConfig(connection, { genericPlans: true, applicationName: 'onecard wallet' });
    this.#config = { ...base, options: `${base.options} ${planSettings}`, ...{ pipeline: true } };
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
export async function sendAll(
  client: pg.Client,
  commands: readonly (Command | string)[],
): Promise<QueryArrayResult<unknown[]>[]> {
  const settled = await Promise.allSettled(
    commands.map((command) => {
      if (typeof command === 'string') return client.query<unknown[]>({ text: command, rowMode: 'array' });
      const { statement, values } = command;
      const config: QueryArrayConfig = { name: statement.name, text: statement.text, values, rowMode: 'array' };
      return client.query<unknown[]>(config);
    }),
  );
  let abort: unknown;
  for (const result of settled) {
    if (result.status === 'fulfilled') continue;
    if ((result.reason as { code?: string }).code !== aborted) throw result.reason;
    abort = result.reason;
  }
  if (abort) throw abort;
  return settled.map((result) => (result as PromiseFulfilledResult<QueryArrayResult<unknown[]>>).value);
}
