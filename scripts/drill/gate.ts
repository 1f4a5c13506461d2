/** A gate controller that speaks UDP while the node that listens comes and goes: it greets anew, repeats, and every passage is there once. */
import type { Pool } from 'pg';
import { numbered, signIn, udpController, udpGate } from '../../src/domains/device/testing.ts';
import { demoPassword } from '../../src/domains/identity/public.server.ts';
import { systemClock } from '../../src/kit/server/clock.ts';
import { again } from './again.ts';

const perDatagram = 6;
const betweenMs = 500;

export interface GateFigures {
  passages: number;
  /** Times nobody answered and the controller greeted anew. */
  greetedAnew: number;
  /** Passages that are there other than once, and answers that were neither taken nor known already. */
  faults: number;
}

/** Sets the controller up at the first server and lets it tell passages without rest. */
export async function startGate(
  origins: readonly string[],
  pool: Pool,
  { organizationId, port }: { organizationId: number; port: number },
): Promise<{ stop(): Promise<GateFigures> }> {
  const url = origins[0]!;
  const gate = await udpGate({
    url,
    clock: systemClock,
    organization: await signIn(url, 'school', demoPassword),
    platform: await signIn(url, 'platform', demoPassword),
    organizationId,
    seed: 1,
  });
  const people = [...gate.cards.values()].map(({ personId }) => personId);
  let [passages, greetedAnew, faults] = [0, 0, 0];
  const controller = await udpController({ address: '127.0.0.1', port }, gate, systemClock.now);
  let greeted = false;
  const told = async (events: readonly Record<string, unknown>[]): Promise<unknown[][]> => {
    for (;;)
      try {
        if (!greeted) await controller.hello();
        greeted = true;
        return await controller.events(events);
      } catch {
        greeted = false;
        greetedAnew += 1;
      }
  };
  const stop = again(async () => {
    const events = numbered(
      gate,
      Array.from({ length: perDatagram }, (_, i) => {
        const personId = people[(passages + i) % people.length];
        return { kind: 'PASSAGE', direction: 'IN', identify: 'CARD', personId, verdict: 'PASS' };
      }),
    );
    for (const [, , result] of await told(events)) if (result !== 'TAKEN' && result !== 'DUPLICATE') faults += 1;
    passages += perDatagram;
  }, betweenMs);
  return {
    async stop() {
      await stop().finally(() => controller.close());
      const { rows } = await pool.query<{ n: number }>(
        'select count(*)::int as n from passage where organization_id = $1 and device_id = $2',
        [organizationId, gate.deviceId],
      );
      return { passages, greetedAnew, faults: faults + Math.abs(rows[0]!.n - passages) };
    },
  };
}
