/** Cells of places: the colour of a meal as a colour, and an empty list of meals as what it means. */
import type { CellProps, View } from '../../kit/console/view.ts';
import { labelIn } from '../../kit/define/states.ts';
import { mealColors } from './meal-fields.ts';

function Color({ value }: CellProps) {
  const name = labelIn(mealColors, value);
  return (
    <>
      <span
        aria-hidden
        style={{
          display: 'inline-block',
          width: 12,
          height: 12,
          borderRadius: 2,
          marginRight: 6,
          verticalAlign: -1,
          background: String(value),
        }}
      />
      {name}
    </>
  );
}

function Meals({ row }: CellProps) {
  const names = (row.mealPeriodNames ?? []) as string[];
  return names.length === 0 ? (
    <span className="k-muted">全部餐次</span>
  ) : (
    <span title={names.join('、')}>{names.join('、')}</span>
  );
}

function Contractor({ row }: CellProps) {
  return row.contractorName ? <span>{String(row.contractorName)}</span> : <span className="k-muted">单位自营</span>;
}

export const mealCells: View['cells'] = { color: Color };
export const restaurantCells: View['cells'] = { mealPeriodIds: Meals, contractorId: Contractor };
