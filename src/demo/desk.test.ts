/** The cash desk of any day serves somebody who is there: a demo is started on every date. */
import { expect, test } from 'vitest';
import { addDays } from '../kit/server/clock.ts';
import { deskOf } from './desk.ts';
import type { Life } from './life.ts';

test('nobody who has left pays in, whoever has the turn of the day', async () => {
  const served: number[] = [];
  const life = {
    actor: { call: async (_path: string, _verb: string, body: { personId: number }) => served.push(body.personId) },
    cast: Array.from({ length: 12 }, (_, id) => ({ id, away: id === 6 })),
    plan: { desk: { depositFen: 5_000, cashOutFen: 2_000 } },
  } as unknown as Life;
  for (let nth = 0; nth < 12; nth += 1) await deskOf(life, addDays('2026-12-01', nth))[0]!.play();
  expect(new Set(served).size).toBe(11);
  expect(served).not.toContain(6);
});
