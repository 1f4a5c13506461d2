/** Four weeks of school meals out of the demo's dishes: classes go round at their own pace, so that little repeats soon. */
import { demoDishes } from './dishes.ts';

/** Class of each place on the tray, and how far its turn goes from day to day. */
const trays: Readonly<Record<string, readonly (readonly [type: string, stride: number, offset: number])[]>> = {
  早餐: [
    ['面点', 1, 0],
    ['粥', 1, 0],
    ['奶与饮品', 1, 0],
    ['小荤', 0, 0],
  ],
  午餐: [
    ['主食', 1, 0],
    ['大荤', 1, 0],
    ['小荤', 1, 1],
    ['素菜', 1, 0],
    ['汤羹', 1, 0],
    ['水果', 1, 0],
  ],
  晚餐: [
    ['主食', 1, 3],
    ['小荤', 1, 10],
    ['素菜', 1, 10],
    ['汤羹', 1, 3],
  ],
};

export interface DemoCell {
  weekNo: number;
  weekday: string;
  meal: string;
  dish: string;
  planQty: number;
}

/** Monday to Friday of four weeks; portions for as many heads as eat at each meal. */
export function demoCycle(heads: Readonly<Record<string, number>>): DemoCell[] {
  const cells: DemoCell[] = [];
  for (let day = 0; day < 20; day += 1)
    for (const [meal, tray] of Object.entries(trays)) {
      const taken = new Set<string>();
      for (const [type, stride, offset] of tray) {
        const dishes = demoDishes.filter((dish) => dish.type === type);
        const dish = dishes[(day * stride + offset) % dishes.length]!;
        if (taken.has(dish.name)) continue;
        taken.add(dish.name);
        cells.push({
          weekNo: Math.floor(day / 5) + 1,
          weekday: String((day % 5) + 1),
          meal,
          dish: dish.name,
          planQty: heads[meal] ?? 100,
        });
      }
    }
  return cells;
}
