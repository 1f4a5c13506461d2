/** The week's menu on paper, as it is hung up: days across, allergens behind each dish, energy per meal. */
import { QrCode } from '../../../../kit/console/widgets/code-image.tsx';
import { labelIn } from '../../../../kit/define/states.ts';
import { allergens } from '../../../people/public.ts';
import { amountOf, cookedText, sum } from '../../nutrition/amounts.ts';
import { weekdayNames } from '../days.ts';
import type { Grid, GridItem } from '../grid-state.ts';
import type { Week, WeekDish } from '../week.ts';
import { cellAt, type RowOf } from './week-table.tsx';

export interface WeekPrintProps {
  week: Week;
  rows: readonly RowOf[];
  grid: Grid;
  dishes: ReadonlyMap<number, WeekDish>;
  unit: string;
  printed: string;
  size: 'A3' | 'A4';
  /** Addresses of the public menus, by restaurant. */
  addresses: ReadonlyMap<number, string>;
  /** Addresses of the dishes' pictures, by key; none where the sheet is to go without. */
  pictures: ReadonlyMap<string, string>;
}

/** Allergens are told by numbers that the foot of the sheet explains. */
const numbers = new Map<string, number>(allergens.map((one, i) => [one.value, i + 1]));

/** In their order, whatever the order of the recipe. */
const marksOf = (kinds: readonly string[]): string =>
  kinds
    .flatMap((one) => numbers.get(one) ?? [])
    .sort((a, b) => a - b)
    .join(' ');

/** So many rows at most stand in large type on A3. */
const roomyRows = 3;

export function WeekPrint({ week, rows, grid, dishes, unit, printed, size, addresses, pictures }: WeekPrintProps) {
  const named = (row: RowOf) =>
    `${week.places.length > 1 ? `${week.places.find((one) => one.id === row.restaurantId)?.name ?? ''} ` : ''}${week.meals.find((one) => one.id === row.mealPeriodId)?.name ?? ''}`;
  const used = rows.filter((row) => week.days.some((day) => cellAt(grid, row, day).items.length > 0));
  const days = week.days.filter((day) => used.some((row) => cellAt(grid, row, day).items.length > 0));
  const amountsOf = ({ kept, dishId }: GridItem) => kept?.amounts ?? dishes.get(dishId)?.amounts ?? [];
  const cooked = cookedText(
    sum(used.flatMap((row) => days.flatMap((day) => cellAt(grid, row, day).items.flatMap(amountsOf)))),
  );
  return (
    <section
      className={`k-sheet mw-sheet mw-sheet-${size.toLowerCase()}${used.length <= roomyRows ? ' mw-sheet-roomy' : ''}`}
    >
      <h1>
        {unit} 一周菜谱（{week.days[0]} 至 {week.days[6]}）
      </h1>
      <table>
        <thead>
          <tr>
            <th scope="col">餐次</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {weekdayNames[week.days.indexOf(day)]} {day.slice(5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {used.map((row) => (
            <tr key={`${row.restaurantId}|${row.mealPeriodId}`}>
              <th scope="row">{named(row)}</th>
              {days.map((day) => {
                const { items } = cellAt(grid, row, day);
                const energy = amountOf(sum(items.flatMap(amountsOf)), 'energy');
                return (
                  <td key={day}>
                    {items.map((item) => {
                      const dish = dishes.get(item.dishId);
                      const kinds = item.kept ? item.kept.allergens : (dish?.allergens ?? null);
                      const marks = kinds === null ? '※' : marksOf(kinds);
                      const picture = dish?.image ? pictures.get(dish.image) : undefined;
                      return (
                        <div key={item.dishId}>
                          {picture ? <img src={picture} alt="" /> : null}
                          {item.kept?.name ?? dish?.name}
                          {marks ? <sup> {marks}</sup> : null}
                        </div>
                      );
                    })}
                    {energy === undefined || items.length === 0 ? null : <small>{Math.round(energy)} kcal</small>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        过敏原：{allergens.map((one, i) => `${i + 1} ${labelIn(allergens, one.value)}`).join('　')}　※
        未申报。能量为各一份之和，{cooked}。
      </p>
      {week.places
        .filter((place) => addresses.has(place.id) && used.some((row) => row.restaurantId === place.id))
        .map((place) => (
          <figure key={place.id} className="mw-sheet-code">
            <QrCode text={addresses.get(place.id)!} size={96} label={`${place.name}菜谱二维码`} />
            <figcaption>{place.name} 扫码看图片与营养</figcaption>
          </figure>
        ))}
      <p className="k-print-foot">打印时间 {printed}</p>
    </section>
  );
}
