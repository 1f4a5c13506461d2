import { expect, test } from 'vitest';
import type { Trade } from './purchase.ts';
import type { Stores } from './stock.ts';
import { storeSteps } from './stores.ts';

const stores = { goods: [], sites: [], central: 1 } as unknown as Stores;
const trade = { stores } as unknown as Trade;

test('a demo without a past counts, issues and recalls nothing', () => {
  expect(storeSteps(stores, trade, '2026-11-23', 0)).toEqual([]);
});

test('goods are received before anything else happens to them', () => {
  const steps = storeSteps(stores, trade, '2026-11-23', 1).map(({ when }) => when);
  expect(steps.length).toBeGreaterThan(2);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(steps[0]).toBe(Date.parse('2026-11-22T06:00:00+08:00'));
});
