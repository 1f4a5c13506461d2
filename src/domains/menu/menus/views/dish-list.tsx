/** Dishes to choose from, beside the week: found by name or initials, dragged or entered into the cell at hand. */
import { Input, Select } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { dishFlow } from '../../dishes/dish-flow.ts';
import { matches } from '../pinyin.ts';
import type { WeekDish } from '../week.ts';
import { dragDish } from './drag.ts';

const sorts = [
  { value: 'name', label: '按名称' },
  { value: 'last', label: '最久没上' },
  { value: 'score', label: '评分高' },
  { value: 'cost', label: '成本低' },
] as const;
type Sort = (typeof sorts)[number]['value'];

const mostShown = 120;

function sorted(dishes: readonly WeekDish[], by: Sort): WeekDish[] {
  const list = [...dishes];
  if (by === 'last') list.sort((a, b) => (a.lastDate ?? '').localeCompare(b.lastDate ?? ''));
  if (by === 'score') list.sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
  if (by === 'cost') list.sort((a, b) => (a.costFen ?? 1e9) - (b.costFen ?? 1e9));
  return list;
}

function told(dish: WeekDish): string {
  const cost =
    dish.costFen === null ? '成本未知' : `成本 ${dish.unpriced > 0 ? '≥' : ''}${formatFenGrouped(dish.costFen)}`;
  const last = dish.lastDate ? `上次 ${dish.lastDate.slice(5)}` : '没上过';
  return [cost, last, dish.score === null ? '' : `${dish.score} 分`].filter(Boolean).join(' · ');
}

export function DishList({
  dishes,
  searchId,
  onPick,
}: {
  dishes: readonly WeekDish[];
  searchId: string;
  onPick(dish: WeekDish): void;
}) {
  const [typed, setTyped] = useState('');
  const [type, setType] = useState<string | null>(null);
  const [by, setBy] = useState<Sort>('name');
  const wanted = useDeferredValue(typed);
  const types = useMemo(() => [...new Set(dishes.map((dish) => dish.typeName))].sort(), [dishes]);
  const found = useMemo(
    () =>
      sorted(
        dishes.filter((dish) => (type === null || dish.typeName === type) && matches(dish.name, wanted)),
        by,
      ),
    [dishes, type, wanted, by],
  );
  return (
    <div className="mw-dishes">
      <Input
        id={searchId}
        aria-label="查找菜品"
        placeholder="菜名或拼音首字母，回车加入"
        allowClear
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={() => found[0] && onPick(found[0])}
      />
      <div className="mw-dish-filters">
        <Select<string>
          aria-label="分类"
          allowClear
          placeholder="全部分类"
          value={type as string}
          options={types.map((name) => ({ value: name, label: name }))}
          onChange={(value) => setType(value ?? null)}
        />
        <Select<Sort> aria-label="排序" value={by} options={[...sorts]} onChange={setBy} />
      </div>
      <ul aria-label="菜品">
        {found.slice(0, mostShown).map((dish) => (
          <li key={dish.id}>
            <button
              type="button"
              draggable
              onDragStart={(event) => dragDish(event, dish.id)}
              onClick={() => onPick(dish)}
              title={`${dish.name}：点击加入所选的餐，或拖到格子里`}
            >
              <span className="mw-dish-name">
                {dish.name}
                {dish.status === 'APPROVED' ? null : <em>{dishFlow.labelOf(dish.status)}</em>}
              </span>
              <span className="mw-dish-price">{dish.priceFen === null ? '' : formatFenGrouped(dish.priceFen)}</span>
              <small>{told(dish)}</small>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className="k-muted">没有找到菜品</p> : null}
      {found.length > mostShown ? <p className="k-muted">还有 {found.length - mostShown} 道，请输入菜名</p> : null}
    </div>
  );
}
