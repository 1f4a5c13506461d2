/** One meal of a day on the week grid: its dishes as chips, its figures at the foot. */
import { memo } from 'react';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { labelIn } from '../../../../kit/define/states.ts';
import { allergens } from '../../../people/public.ts';
import { amountOf, sum } from '../../nutrition/amounts.ts';
import type { GridCell, GridItem } from '../grid-state.ts';
import type { Finding } from '../judge.ts';
import { menuStatuses } from '../menu-flow.ts';
import type { WeekDish } from '../week.ts';

export interface CellProps {
  cell: GridCell;
  /** Said before the dishes: where in the grid one stands. */
  label: string;
  dishes: ReadonlyMap<number, WeekDish>;
  /** Portions foretold of the meal. */
  foretold: number | undefined;
  /** What that stands on beside habit: a holiday is near. */
  note: string;
  /** What was made and not eaten of it, in words; undefined before it is over. */
  wasted: string | undefined;
  findings: readonly Finding[];
  focused: boolean;
  selected: ReadonlySet<number>;
  changed: boolean;
  loose: boolean;
}

const nothing: readonly Finding[] = [];

/** Cost, price, energy and allergens of one of each, of what was kept at publishing or of what holds now. */
function figuresOf(items: readonly GridItem[], dishes: ReadonlyMap<number, WeekDish>) {
  let cost = 0;
  let price = 0;
  let lower = false;
  const kinds = new Set<string>();
  const amounts = items.map((item) => {
    const dish = dishes.get(item.dishId);
    const costFen = item.kept ? item.kept.costFen : dish?.costFen;
    if (costFen === null || costFen === undefined || (item.kept?.unpriced ?? dish?.unpriced ?? 0) > 0) lower = true;
    cost += costFen ?? 0;
    price += item.priceFen;
    for (const one of (item.kept ? item.kept.allergens : dish?.allergens) ?? []) kinds.add(one);
    return item.kept?.amounts ?? dish?.amounts;
  });
  const energy = amountOf(sum(amounts.filter((one) => one !== undefined)), 'energy');
  return { cost, price, lower, kinds: [...kinds].sort(), energy };
}

const tone = (findings: readonly Finding[]) =>
  findings.some((one) => one.level === 'ERROR') ? 'mw-error' : findings.length > 0 ? 'mw-warning' : '';

export const Cell = memo(function Cell({
  cell,
  label,
  dishes,
  foretold,
  note,
  wasted,
  findings,
  focused,
  selected,
  changed,
  loose,
}: CellProps) {
  const { cost, price, lower, kinds, energy } = figuresOf(cell.items, dishes);
  const own = (dishId: number) => findings.filter((one) => one.dishId === dishId);
  const whole = findings.filter((one) => one.dishId === null);
  const words = kinds.map((one) => labelIn(allergens, one));
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid that is edited and walked with the arrow keys.
      role="gridcell"
      tabIndex={focused ? 0 : -1}
      aria-selected={focused}
      data-key={cell.key}
      className={['mw-cell', focused ? 'mw-focused' : '', loose ? '' : 'mw-locked', changed ? 'mw-changed' : ''].join(
        ' ',
      )}
    >
      <span className="oc-visually-hidden">{label}</span>
      <ul>
        {cell.items.map((item) => {
          const dish = dishes.get(item.dishId);
          const said = own(item.dishId);
          return (
            <li
              key={item.dishId}
              draggable
              data-dish={item.dishId}
              className={[
                'mw-item',
                selected.has(item.dishId) ? 'mw-selected' : '',
                tone(said),
                item.status === 'ON' ? '' : 'mw-stopped',
              ].join(' ')}
              title={[
                `${item.kept?.name || dish?.name || ''}${item.planQty > 0 ? ` 计划 ${item.planQty} 份` : ''}`,
                ...said.map((one) => one.text),
              ].join('\n')}
            >
              <span>{item.kept?.name || dish?.name || '—'}</span>
              {item.priceFen > 0 ? <small>{formatFenGrouped(item.priceFen)}</small> : null}
            </li>
          );
        })}
      </ul>
      {cell.items.length > 0 ? (
        <footer>
          {cell.status && cell.status !== 'DRAFT' ? (
            <span
              className={`mw-state k-tag k-tag-${menuStatuses.find((one) => one.value === cell.status)?.tone ?? 'neutral'}`}
            >
              {labelIn(menuStatuses, cell.status)}
            </span>
          ) : null}
          <span title="各一份的成本 / 售价">
            {lower ? '≥' : ''}
            {formatFenGrouped(cost)} / {formatFenGrouped(price)}
          </span>
          {foretold === undefined ? null : (
            <span title={note || '这一餐预测的份数'}>
              预测 {foretold}
              {note ? ' 临近假期' : ''}
            </span>
          )}
          {wasted ? <span title="做了没有吃的，见菜谱汇总">浪费 {wasted}</span> : null}
          {energy === undefined ? null : <span>{Math.round(energy)} kcal</span>}
          {kinds.length > 0 ? <span title={`过敏原：${words.join('、')}`}>敏 {kinds.length}</span> : null}
          {findings.length > 0 ? (
            <span
              className={tone(findings)}
              title={[...whole, ...findings.filter((one) => one.dishId !== null)].map((one) => one.text).join('\n')}
            >
              {findings.some((one) => one.level === 'ERROR') ? '✗' : '!'} {findings.length}
            </span>
          ) : null}
        </footer>
      ) : null}
    </td>
  );
});
export { nothing as noFindings };
