/** A durable database of its own with a unit of the demo in it, for what is measured in one process with the server. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assemble } from '../src/assemble.ts';
import { seedDemo, settableClock } from '../src/demo/seed.ts';
import { readConfig } from '../src/kit/server/config.ts';
import type { Services } from '../src/kit/server/context.ts';
import { startEmbedded } from '../src/kit/server/db/embedded/start.ts';
import { asUrl } from '../tests/support/postgres-server.ts';
import type { MealFigure } from './meal-kitchen.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface SmallHouse {
  services: Services;
  clock: ReturnType<typeof settableClock>;
  /** The demo's school. */
  organizationId: number;
  /** Where a second process finds files and database. */
  dataDir: string;
  databaseUrl: string;
  /** The same database as its superuser, for loading past the keys. */
  superuserUrl: string;
  /** Of the database server. */
  pid(): number;
}

/** Opens it, hands it to `work` with a way to note figures, and takes it away whatever happens. */
export async function inSmallHouse(
  log: (line: string) => void,
  work: (house: SmallHouse, add: (...more: MealFigure[]) => void) => Promise<void>,
): Promise<MealFigure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onecard-bench-'));
  await chmod(dataDir, 0o755);
  const cluster = await startEmbedded({ dataDir, log: () => undefined, durable: true });
  try {
    const silent = () => undefined;
    const clock = settableClock();
    const databaseUrl = asUrl(cluster.connection);
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ONECARD_DEMO: '1' }, root);
    const { services, stop } = await assemble({ config, log: { info: silent, warn: silent, error: log }, clock });
    try {
      await seedDemo(services, clock, { days: 4, share: 0.16 });
      const unit = await services.pool.query<{ id: number }>(
        `select e.unit_id as id from employee e join account a on a.id = e.account_id where a.login_name = 'school'`,
      );
      const figures: MealFigure[] = [];
      const superuserUrl = asUrl({ ...cluster.superuserConnection, database: cluster.connection.database });
      await work(
        { services, clock, organizationId: unit.rows[0]!.id, dataDir, databaseUrl, superuserUrl, pid: cluster.pid },
        (...more) => {
          figures.push(...more);
          for (const { name, said, beside } of more) log(`${name}: ${said} ${beside}`);
        },
      );
      return figures;
    } finally {
      await stop();
    }
  } finally {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
