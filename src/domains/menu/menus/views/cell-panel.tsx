/** The meal at hand: price, portions and limits of each dish, what stands against it; on a published one stop-sale. */
import { Button, Checkbox, Input } from 'antd';
import { MoneyInput } from '../../../../kit/console/widgets/money-input.tsx';
import { NumberInput } from '../../../../kit/console/widgets/number-input.tsx';
import { StatusTag } from '../../../../kit/console/widgets/status-tag.tsx';
import type { GridCell, GridItem } from '../grid-state.ts';
import type { Finding } from '../judge.ts';
import { itemStatuses } from '../menu-flow.ts';
import type { WeekDish } from '../week.ts';

export interface CellPanelProps {
  title: string;
  cell: GridCell | undefined;
  loose: boolean;
  dishes: ReadonlyMap<number, WeekDish>;
  findings: readonly Finding[];
  canStop: boolean;
  onEdit(dishId: number, change: Partial<GridItem>): void;
  onRemove(dishId: number): void;
  onStatus(item: GridItem, status: 'ON' | 'SOLD_OUT' | 'STOPPED'): void;
}

const whole = (value: number | string | null): number | null => (typeof value === 'number' ? value : null);

function Item({
  item,
  dish,
  ...props
}: { item: GridItem; dish: WeekDish | undefined } & Pick<CellPanelProps, 'loose' | 'onEdit' | 'onRemove'>) {
  const { loose, onEdit, onRemove } = props;
  const name = item.kept?.name || dish?.name || '';
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <MoneyInput
          bare
          label={`${name} 售价`}
          disabled={!loose}
          value={item.priceFen}
          onChange={(v) => onEdit(item.dishId, { priceFen: whole(v) ?? 0 })}
        />
      </td>
      <td>
        <NumberInput
          bare
          label={`${name} 计划份数`}
          disabled={!loose}
          value={item.planQty}
          onChange={(v) => onEdit(item.dishId, { planQty: whole(v) ?? 0 })}
        />
      </td>
      <td>
        <NumberInput
          bare
          label={`${name} 限量`}
          disabled={!loose}
          placeholder="不限"
          value={item.orderLimit}
          onChange={(v) => onEdit(item.dishId, { orderLimit: whole(v) })}
        />
      </td>
      <td>
        <NumberInput
          bare
          label={`${name} 每人限购`}
          disabled={!loose}
          placeholder="不限"
          value={item.limitPerPerson}
          onChange={(v) => onEdit(item.dishId, { limitPerPerson: whole(v) })}
        />
      </td>
      <td>
        <Input
          aria-label={`${name} 厨师`}
          disabled={!loose}
          maxLength={20}
          value={item.cookName}
          onChange={(e) => onEdit(item.dishId, { cookName: e.target.value })}
        />
      </td>
      <td>
        <Checkbox
          aria-label={`${name} 须留样`}
          disabled={!loose}
          checked={item.needSample}
          onChange={(e) => onEdit(item.dishId, { needSample: e.target.checked })}
        />
      </td>
      <td>
        {loose ? (
          <Button type="text" size="small" danger aria-label={`去掉 ${name}`} onClick={() => onRemove(item.dishId)}>
            去掉
          </Button>
        ) : null}
      </td>
    </tr>
  );
}

function Sold({
  item,
  name,
  canStop,
  onStatus,
}: { item: GridItem; name: string } & Pick<CellPanelProps, 'canStop' | 'onStatus'>) {
  return (
    <li>
      <span>{name}</span> <StatusTag choices={itemStatuses} value={item.status} />
      {canStop ? (
        item.status === 'ON' ? (
          <>
            <Button type="link" size="small" onClick={() => onStatus(item, 'STOPPED')}>
              停售
            </Button>
            <Button type="link" size="small" onClick={() => onStatus(item, 'SOLD_OUT')}>
              售罄
            </Button>
          </>
        ) : (
          <Button type="link" size="small" onClick={() => onStatus(item, 'ON')}>
            恢复
          </Button>
        )
      ) : null}
    </li>
  );
}

export function CellPanel(props: CellPanelProps) {
  const { title, cell, loose, dishes, findings, canStop, onEdit, onRemove, onStatus } = props;
  if (!cell) return null;
  return (
    <section className="mw-panel" aria-label={`${title} 明细`}>
      <h2>{title}</h2>
      {cell.items.length === 0 ? <p className="k-muted">还没有菜品：从左边选，或按 Ctrl+V 粘贴</p> : null}
      {cell.status === 'PUBLISHED' ? (
        <ul className="mw-sold">
          {cell.items.map((item) => (
            <Sold key={item.dishId} item={item} name={item.kept?.name ?? ''} canStop={canStop} onStatus={onStatus} />
          ))}
        </ul>
      ) : cell.items.length > 0 ? (
        <table className="mw-items">
          <thead>
            <tr>
              {['菜品', '售价(元)', '计划份数', '限量', '每人限购', '厨师', '留样', ''].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cell.items.map((item) => (
              <Item
                key={item.dishId}
                item={item}
                dish={dishes.get(item.dishId)}
                loose={loose}
                onEdit={onEdit}
                onRemove={onRemove}
              />
            ))}
          </tbody>
        </table>
      ) : null}
      {findings.length > 0 ? (
        <ul className="mw-findings">
          {findings.map((one) => (
            <li key={`${one.code}${one.dishId}`} className={one.level === 'ERROR' ? 'mw-error' : 'mw-warning'}>
              {one.level === 'ERROR' ? '不能发布：' : '请确认：'}
              {one.text}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
