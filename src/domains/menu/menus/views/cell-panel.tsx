/** The meal at hand: price, portions and limits of each dish, what stands against it; on a published one stop-sale. */
import { Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { MoneyInput } from '../../../../kit/console/widgets/money-input.tsx';
import { NumberInput } from '../../../../kit/console/widgets/number-input.tsx';
import { StatusTag } from '../../../../kit/console/widgets/status-tag.tsx';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { labelIn } from '../../../../kit/define/states.ts';
import type { GridCell, GridItem } from '../grid-state.ts';
import type { Finding } from '../judge.ts';
import { itemStatuses } from '../menu-flow.ts';
import type { WeekDish } from '../week.ts';
import type { Stopping } from './stop-dialog.tsx';

export interface CellPanelProps {
  title: string;
  cell: GridCell | undefined;
  loose: boolean;
  dishes: ReadonlyMap<number, WeekDish>;
  findings: readonly Finding[];
  canStop: boolean;
  onEdit(dishId: number, change: Partial<GridItem>): void;
  onRemove(dishId: number): void;
  /** Of a dish on sale; whether it was done. */
  onItem(item: GridItem, change: Partial<GridItem>): Promise<boolean>;
  /** Takes a dish off sale, once it was told what that does to its orders. */
  onStop(stopping: Stopping): void;
  /** Takes a meal that was handed in or withdrawn back to be written; absent to who may not. */
  onRecall?: (() => void) | undefined;
  /** Publishes this meal alone, or all of its day; absent where nothing is to be published or to who may not. */
  onPublish?: ((whole: 'MEAL' | 'DAY') => void) | undefined;
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

/** What is asked of a dish on sale; the price may only rise. */
type Asked = Pick<GridItem, 'priceFen' | 'orderLimit' | 'limitPerPerson'>;

const bound = (value: number | null) => (value === null ? '不限' : `${value} 份`);

/** A dish people can order already: taken off and up again, its price and limits changed for who orders from now on. */
function Sold({
  item,
  name,
  canStop,
  onItem,
  onStop,
}: { item: GridItem; name: string } & Pick<CellPanelProps, 'canStop' | 'onItem' | 'onStop'>) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const put = (change: Partial<Asked>) => setAsked((now) => now && { ...now, ...change });
  const handIn = async (change: Partial<Asked>) => {
    if (await onItem(item, change)) setAsked(null);
  };
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <StatusTag choices={itemStatuses} value={item.status} />
      </td>
      <td>
        {asked ? (
          <MoneyInput
            bare
            label={`${name} 售价`}
            value={asked.priceFen}
            onChange={(v) => put({ priceFen: whole(v) ?? item.priceFen })}
          />
        ) : (
          formatFenGrouped(item.priceFen)
        )}
      </td>
      {(['orderLimit', 'limitPerPerson'] as const).map((key) => (
        <td key={key}>
          {asked ? (
            <NumberInput
              bare
              label={`${name} ${key === 'orderLimit' ? '限量' : '每人限购'}`}
              placeholder="不限"
              value={asked[key]}
              onChange={(v) => put({ [key]: whole(v) })}
            />
          ) : (
            bound(item[key])
          )}
        </td>
      ))}
      <td className="mw-sold-does">
        {!canStop ? null : asked ? (
          <>
            <Button type="link" size="small" onClick={() => void handIn(asked)}>
              确定
            </Button>
            <Button type="text" size="small" onClick={() => setAsked(null)}>
              取消
            </Button>
          </>
        ) : (
          <>
            {item.status === 'ON' ? (
              (['STOPPED', 'SOLD_OUT'] as const).map((status) => (
                <Button
                  key={status}
                  type="link"
                  size="small"
                  onClick={() => item.id !== null && onStop({ id: item.id, name, status })}
                >
                  {labelIn(itemStatuses, status)}
                </Button>
              ))
            ) : (
              <Button type="link" size="small" onClick={() => void onItem(item, { status: 'ON' })}>
                恢复
              </Button>
            )}
            <Button
              type="link"
              size="small"
              aria-label={`${name} 限量与售价`}
              onClick={() =>
                setAsked({
                  priceFen: item.priceFen,
                  orderLimit: item.orderLimit,
                  limitPerPerson: item.limitPerPerson,
                })
              }
            >
              限量与售价
            </Button>
          </>
        )}
      </td>
    </tr>
  );
}

export function CellPanel(props: CellPanelProps) {
  const { title, cell, loose, dishes, findings, canStop, onEdit, onRemove, onItem, onStop, onRecall, onPublish } =
    props;
  if (!cell) return null;
  return (
    <section className="mw-panel" aria-label={`${title} 明细`}>
      <h2>
        {title}
        {onRecall ? (
          <Button size="small" onClick={onRecall}>
            退回草稿
          </Button>
        ) : null}
        {onPublish ? (
          <>
            <Button size="small" onClick={() => onPublish('MEAL')}>
              发布这一餐
            </Button>
            <Button size="small" onClick={() => onPublish('DAY')}>
              发布当天
            </Button>
          </>
        ) : null}
      </h2>
      {cell.items.length === 0 ? <p className="k-muted">还没有菜品：从左边选，或按 Ctrl+V 粘贴</p> : null}
      {cell.status === 'PUBLISHED' ? (
        <table className="mw-items">
          <thead>
            <tr>
              {['菜品', '状态', '售价(元)', '限量', '每人限购', ''].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cell.items.map((item) => (
              <Sold
                key={item.dishId}
                item={item}
                name={item.kept?.name ?? ''}
                canStop={canStop}
                onItem={onItem}
                onStop={onStop}
              />
            ))}
          </tbody>
        </table>
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
