import { describe, expect, it } from 'vitest';
import { slots } from './slots.ts';

describe('slots', () => {
  it('run so many at a time, keep so many waiting in order, and turn the rest away', async () => {
    const gate = slots({ atOnce: 2, waiting: 2 });
    let most = 0;
    let now = 0;
    const order: number[] = [];
    const open: (() => void)[] = [];
    const work = (n: number) => async () => {
      most = Math.max(most, ++now);
      order.push(n);
      await new Promise<void>((done) => open.push(done));
      now--;
      return n;
    };
    const asked = [1, 2, 3, 4, 5].map((n) => gate.run(work(n)));
    expect(await asked[4]).toBeUndefined();
    while (order.length < 4 || open.length > 0) {
      open.shift()?.();
      await new Promise((turn) => setImmediate(turn));
    }
    expect(await Promise.all(asked)).toEqual([1, 2, 3, 4, undefined]);
    expect(order).toEqual([1, 2, 3, 4]);
    expect(most).toBe(2);
  });

  it('free the slot of work that failed', async () => {
    const gate = slots({ atOnce: 1, waiting: 0 });
    await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await gate.run(async () => 'next')).toBe('next');
  });
});
