import { expect, it } from 'vitest';
import { portionOf } from '../nutrition/amounts.ts';
import { publicFigures } from './read-public-menu.ts';

const textOf = (of: Parameters<typeof publicFigures>[0], label: string) =>
  publicFigures(of).find((one) => one.label === label)?.text;

it('says a figure plainly where all of the food is known', () => {
  const rice = portionOf([{ net: 100, weighs: true, nutrients: { energy: 346, sodium: 3.8 } }]);
  expect(textOf(rice, '能量')).toBe('346 kcal');
});

it('says «at least» where a part is unknown, and nothing where most is', () => {
  const some = portionOf([
    { net: 90, weighs: true, nutrients: { energy: 100, protein: 10 } },
    { net: 10, weighs: true, nutrients: { protein: 5 } },
    { net: 100, weighs: true, nutrients: { protein: 1 } },
  ]);
  expect(textOf(some, '蛋白质')).toBe('10.5 g');
  expect(textOf(some, '能量')).toBe('数据不足');
  const most = portionOf([
    { net: 90, weighs: true, nutrients: { energy: 100 } },
    { net: 10, weighs: true, nutrients: {} },
  ]);
  expect(textOf(most, '能量')).toBe('≥ 90 kcal');
});

it('takes a dish without a recipe for unknown, never for nothing', () => {
  expect(publicFigures(portionOf([])).every((one) => one.text === '数据不足')).toBe(true);
});
