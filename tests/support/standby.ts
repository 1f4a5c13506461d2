/** A standby of an embedded cluster: a backup of it, started as one that follows. */
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { takeBackup } from '../../src/kit/server/backup/backup.ts';
import { restoreBackup } from '../../src/kit/server/backup/restore.ts';
import { systemClock } from '../../src/kit/server/clock.ts';
import { type Embedded, startEmbedded } from '../../src/kit/server/db/embedded/start.ts';

const log = () => undefined;
const quoted = (value: unknown) => `'${String(value).replaceAll("'", "\\'")}'`;
const conninfo = ({ host, port, user, password }: ClientConfig) =>
  `host=${quoted(host)} port=${quoted(port)} user=${quoted(user)} password=${quoted(password)}`;

/** Starts a standby of the running cluster of `primaryDir` in `dataDir`. */
export async function startStandby(
  primary: Embedded,
  { primaryDir, dataDir, durable }: { primaryDir: string; dataDir: string; durable: boolean },
): Promise<Embedded> {
  const backups = await mkdtemp(join(tmpdir(), 'onecard-standby-'));
  try {
    const common = { databaseUrl: undefined, now: systemClock.now(), log };
    const none = join(backups, 'no-files');
    const from = await takeBackup({ ...common, to: backups, dataDir: primaryDir, filesDir: none, keep: 1 });
    await restoreBackup({ ...common, from, dataDir, filesDir: join(dataDir, 'files') });
  } finally {
    await rm(backups, { recursive: true, force: true });
  }
  const cluster = join(dataDir, 'pg');
  await writeFile(join(cluster, 'standby.signal'), '');
  const follows = conninfo(primary.superuserConnection).replaceAll("'", "''");
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = '${follows}'\nhot_standby_feedback = on\n`,
  );
  return startEmbedded({ dataDir, durable, log });
}
