/** Portions of orders by dish, the most first. */
import type { CarriedOrder } from './read-delivery.ts';

export function portionsOf(orders: readonly Pick<CarriedOrder, 'lines'>[]): { name: string; qty: number }[] {
  const byDish = new Map<string, number>();
  for (const { lines } of orders) for (const { name, qty } of lines) byDish.set(name, (byDish.get(name) ?? 0) + qty);
  return [...byDish]
    .map(([name, qty]) => ({ name, qty }))
    .sort((a, b) => b.qty - a.qty || a.name.localeCompare(b.name, 'zh'));
}
