/** A line to the database that breaks at the worst moment: after a COMMIT was passed on, before its answer comes back. */
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';

export interface CutProxy {
  /** How to connect through it. */
  connection: ClientConfig;
  /** Connections cut after their COMMIT so far. */
  cuts(): number;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 and passes everything to `target`; cuts every `every`-th COMMIT's answer off. */
export async function cutProxy(target: ClientConfig, every: number): Promise<CutProxy> {
  const port = target.port ?? 5432;
  const open = new Set<Socket>();
  let commits = 0;
  let cut = 0;
  const upstream = () =>
    target.host?.startsWith('/')
      ? connect(join(target.host, `.s.PGSQL.${port}`))
      : connect({ host: target.host ?? '127.0.0.1', port });
  const server = createServer((client) => {
    const database = upstream();
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
    let dead = false;
    client.on('data', (chunk) => {
      database.write(chunk);
      if (dead || !chunk.includes('commit\0')) return;
      commits += 1;
      if (commits % every !== 0) return;
      dead = true;
      cut += 1;
      client.destroy();
      // What was passed on is carried out; then the database is told that nobody is there, or its slots run out.
      database.end();
    });
    database.on('data', (chunk) => {
      if (!dead) client.write(chunk);
    });
    client.on('end', () => database.end());
    database.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    connection: { ...target, host: '127.0.0.1', port: address.port },
    cuts: () => cut,
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
