/** Dishes without portions get those of what is foretold; what somebody planned and what is published stays. */
import { expect, test } from 'vitest';
import { emptyCell, fillPlans, freshItem, type Grid, type GridCell } from './grid-state.ts';

const cell = (date: string, more: Partial<GridCell>): GridCell => ({ ...emptyCell(1, date, 2), ...more });

test('by the share each dish takes, everybody where none is known, nothing where nothing is foretold', () => {
  const known = freshItem(10, 500);
  const fresh = freshItem(11, 300);
  const planned = { ...freshItem(12, 300), planQty: 40 };
  const cells = [
    cell('2026-12-14', { items: [known, fresh, planned], status: 'DRAFT' }),
    cell('2026-12-15', { items: [known] }),
    cell('2026-12-16', { items: [known], status: 'PUBLISHED', menuId: 7 }),
  ];
  const grid: Grid = new Map(cells.map((one) => [one.key, one]));
  const foretold = new Map([
    [cells[0]!.key, 213],
    [cells[2]!.key, 213],
  ]);
  const filled = fillPlans(grid, foretold, (dishId) => (dishId === 10 ? 0.6 : null));
  const plans = cells.map((one) => filled.get(one.key)!.items.map((item) => item.planQty));
  expect(plans).toEqual([[128, 213, 40], [0], [0]]);
  // Nothing left to fill is no step to take back.
  expect(fillPlans(filled, foretold, () => null)).toBe(filled);
});
