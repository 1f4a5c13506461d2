/**
 * What `npm run drill -- upgrade` proves, small: servers of the version before at work on this version's schema and beside its
 * servers. The former version is taken out of the history; where there is none (a shallow clone), or it takes a stop, the test is skipped and says so.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formerVersion } from '../scripts/drill/former.ts';
import { upgradeAtWork } from '../scripts/drill/upgrading.ts';
import { workFaults } from '../scripts/drill/work.ts';
import { testDatabase } from './support/postgres.ts';

const former = await formerVersion();
const version = 'version' in former ? former.version : undefined;

test.skipIf(version === undefined)(
  `the former version swipes, lists, imports, exports and grants on this schema, and this one beside it ${'none' in former ? former.none : ''}`,
  { timeout: 900_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'onecard-upgrade-'));
    await chmod(folder, 0o755);
    const database = await testDatabase({ empty: true });
    try {
      const size = { people: 60, terminals: 3, importRows: 40, small: true };
      const { known, now, byFormer, byNew, money } = await upgradeAtWork({
        former: version!,
        databaseUrl: database.connectionString,
        folder,
        ...size,
      });
      expect(known).toBeLessThan(now);
      expect([workFaults(byFormer), workFaults(byNew)]).toEqual([0, 0]);
      expect([byFormer.granted, byNew.granted].every((people) => people >= size.people)).toBe(true);
      const { acknowledged, ...faults } = money;
      expect(acknowledged).toBeGreaterThan(0);
      expect(faults).toEqual({ lost: 0, doubled: 0, unasked: 0, invariantBreaks: 0 });
    } finally {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
