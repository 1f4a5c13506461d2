/** A connection of the hot path: pipelined, generic plans, index plans only, reopened when it breaks. */
import pg, { type ClientConfig } from 'pg';
import { clientConfig } from '../../../kit/server/db/pool.ts';
import { copyDesk } from './copy-rows.ts';

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
