/** The house a drill works in: a demo's units, people with money and terminals, in a database of the drill's own. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { type Filled, populate } from '../../bench/house.ts';
import { type Embedded, startEmbedded } from '../../src/kit/server/db/embedded/start.ts';
import { createPool } from '../../src/kit/server/db/pool.ts';
import { asUrl } from '../../tests/support/postgres-server.ts';

export interface DrillHouse extends Filled {
  folder: string;
  databaseUrl: string;
  cluster: Embedded;
  /** Past every server: for looking. */
  pool: Pool;
  close(): Promise<void>;
}

const quiet = () => undefined;

/** A folder for the drill that the database's user may enter too. */
export async function drillFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `onecard-drill-${name}-`));
  await chmod(folder, 0o755);
  return folder;
}

export const fill = (databaseUrl: string, folder: string, terminals: number): Promise<Filled> =>
  populate(databaseUrl, folder, { people: 1_000, rush: { people: 2_000, terminals }, log: console.error });

/** On an embedded database that keeps what it promises. */
export async function openDrillHouse(
  name: string,
  { terminals, keep, prepare }: { terminals: number; keep: boolean; prepare?: (folder: string) => void },
): Promise<DrillHouse> {
  const folder = await drillFolder(name);
  prepare?.(folder);
  const cluster = await startEmbedded({ dataDir: folder, log: quiet, durable: true });
  const databaseUrl = asUrl(cluster.connection);
  const pool = createPool(cluster.connection, { max: 4, statementTimeoutMs: 0 });
  const close = async () => {
    await pool.end();
    await cluster.stop();
    // What a drill has mounted there stays as an empty folder, for it to take away.
    if (!keep) await rm(folder, { recursive: true, force: true }).catch(quiet);
  };
  try {
    return { ...(await fill(databaseUrl, folder, terminals)), folder, databaseUrl, cluster, pool, close };
  } catch (error) {
    await close();
    throw error;
  }
}
