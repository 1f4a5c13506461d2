/** Chooses where the cluster listens: a unix socket inside its own closed folder, else a free port on 127.0.0.1. */
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { ListenOn } from './settings.ts';

/** Longest path of a unix socket that every platform takes (104 bytes with the closing zero on macOS). */
const socketPathLimit = 103;
const socketPort = 5432;

/** File name of the socket, in the cluster's own folder. */
export const socketName = `.s.PGSQL.${socketPort}`;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Where the cluster at `cluster` is to listen. The socket folder is the cluster's own (0700). */
export async function chooseListen(cluster: string, tcp: boolean): Promise<ListenOn> {
  const path = join(cluster, socketName);
  const short = Buffer.byteLength(path) <= socketPathLimit;
  // A comma would be read as a list of folders.
  return !tcp && process.platform !== 'win32' && short && !cluster.includes(',')
    ? { socketDir: cluster, port: socketPort }
    : { socketDir: undefined, port: await freePort() };
}
