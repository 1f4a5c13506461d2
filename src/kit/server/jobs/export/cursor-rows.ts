/** Rows of a statement in batches from one snapshot, for exports whose rows code must finish. */
import { Client, type ClientConfig } from 'pg';
import Cursor from 'pg-cursor';
import { clientConfig } from '../../db/pool.ts';
import { typeParsers } from '../../db/types.ts';

const batchRows = 1_000;

/** The statement's rows as lists see them. Leaving the loop early lets go of the connection. */
export async function* cursorRows(
  connection: ClientConfig,
  { sql, params }: { sql: string; params: readonly unknown[] },
): AsyncGenerator<Record<string, unknown>[], void, void> {
  const client = new Client(clientConfig(connection, { statementTimeoutMs: 0, applicationName: 'onecard export' }));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const cursor = client.query(new Cursor<Record<string, unknown>>(sql, params, { types: typeParsers }));
    for (;;) {
      const rows = await cursor.read(batchRows);
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    await client.end();
  }
}
