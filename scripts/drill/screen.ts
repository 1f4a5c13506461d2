/** A wall display that is looked at while servers come and go: some server answers always, no number goes back, and in the end all show what is booked. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { again } from './again.ts';
import { clerk } from './calls.ts';

const betweenMs = 2_500;
/** A reading stands for ten seconds. */
const lastLookMs = 30_000;

export interface ScreenFigures {
  looks: number;
  /** Looks nobody answered, numbers that went back, servers that in the end show something else than what is booked. */
  faults: number;
}

interface Shown {
  date: string;
  heads: number;
}

/** The display of the restaurant a terminal stands in. `stop` is called while the servers still run and nobody swipes. */
export async function startScreen(
  origins: readonly string[],
  pool: Pool,
  { organizationId, deviceId }: { organizationId: number; deviceId: number },
): Promise<{ stop(): Promise<ScreenFigures> }> {
  const { rows } = await pool.query<{ id: number }>(
    `select s.restaurant_id as id from device d join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
     where d.organization_id = $1 and d.id = $2`,
    [organizationId, deviceId],
  );
  const restaurantId = rows[0]!.id;
  const school = await clerk(origins, 'school');
  const { link } = await school.post<{ link: { path: string } }>('/admin/organization/restaurant/screen', {
    id: restaurantId,
  });
  const [, , name, code] = link.path.split('/');
  const look = async (origin: string): Promise<Shown | undefined> => {
    const reply = await fetch(`${origin}/api/screen/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
    return reply?.ok ? ((await reply.json()) as { data: Shown }).data : undefined;
  };
  const last = new Map<string, Shown>();
  let [looks, faults] = [0, 0];
  const stop = again(async () => {
    const seen = await Promise.all(origins.map(async (origin) => [origin, await look(origin)] as const));
    if (seen.every(([, shown]) => !shown)) faults += 1;
    for (const [origin, shown] of seen) {
      const before = last.get(origin);
      if (shown && before?.date === shown.date && shown.heads < before.heads) faults += 1;
      if (shown) last.set(origin, shown);
    }
    looks += 1;
  }, betweenMs);
  const booked = async (date: string): Promise<number> =>
    (
      await pool.query<{ heads: number }>(
        `select coalesce(sum(restaurant_heads), 0)::int as heads from trade
         where organization_id = $1 and restaurant_id = $2 and business_date = $3`,
        [organizationId, restaurantId, date],
      )
    ).rows[0]!.heads;
  return {
    async stop() {
      await stop();
      for (const origin of origins) {
        const until = performance.now() + lastLookMs;
        for (;;) {
          const shown = await look(origin);
          if (shown && shown.heads === (await booked(shown.date))) break;
          if (performance.now() > until) {
            faults += 1;
            break;
          }
          await pause(1_000);
        }
      }
      return { looks, faults };
    },
  };
}
