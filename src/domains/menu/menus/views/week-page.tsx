/** 菜谱管理（V2）: the week on one grid with the dishes beside it. */
import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Alert, Button, DatePicker, Dropdown, Empty, Segmented, Select, Skeleton } from 'antd';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { clock, formatTime, today } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { Link } from '../../../../kit/console/nav/link.tsx';
import { openTab } from '../../../../kit/console/nav/tabs-store.ts';
import { useTabState } from '../../../../kit/console/nav/use-tab.ts';
import { useAdmin } from '../../../../kit/console/session/admin.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import type { PageProps } from '../../../../kit/console/view.ts';
import dayjs from '../../../../kit/console/widgets/dayjs-zh.ts';
import { loadPictures } from '../../../../kit/console/widgets/load-pictures.ts';
import { printNode } from '../../../../kit/console/widgets/print.tsx';
import { useNarrow } from '../../../../kit/console/widgets/use-narrow.ts';
import { plannedBy } from '../../kitchen/portions.ts';
import { linkAddresses, MenuLinkDialog } from '../../notice/views/menu-link-dialog.tsx';
import { addDays, mondayOf, weekdayNames } from '../days.ts';
import {
  editItem,
  fillPlans,
  freshItem,
  type Grid,
  type GridItem,
  gridOf,
  type ItemRef,
  isLoose,
  itemsOf,
  keyOf,
  moveItems,
  putItems,
  takeItems,
} from '../grid-state.ts';
import { menuFlow } from '../menu-flow.ts';
import type { Week, WeekDish } from '../week.ts';
import { noFindings } from './cell.tsx';
import { CellPanel } from './cell-panel.tsx';
import { DishList } from './dish-list.tsx';
import type { Dragged } from './drag.ts';
import { KeepDialog, sayFailed } from './keep-dialog.tsx';
import { LayDialog } from './lay-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { StopDialog, type Stopping } from './stop-dialog.tsx';
import { useWeek, type WeekAtHand } from './use-week.ts';
import { WeekPrint } from './week-print.tsx';
import { cellAt, type RowOf, WeekTable } from './week-table.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';
import './week.css';

/** Dishes copied with Ctrl+C; they go from week to week. */
let clipboard: readonly GridItem[] = [];

/** States a meal is published from. */
const toPublish = ['DRAFT', 'SUBMITTED'];

type Dialog = 'copy' | 'cycle' | 'sheet' | 'publish' | 'withdraw' | 'template' | 'link' | null;

function rowsOf({ week, grid }: WeekAtHand, places: readonly number[]): RowOf[] {
  return week.places
    .filter((place) => places.length === 0 || places.includes(place.id))
    .flatMap((place) =>
      week.meals
        .filter(
          (meal) =>
            place.mealPeriodIds.length === 0 ||
            place.mealPeriodIds.includes(meal.id) ||
            week.days.some((day) => grid.has(keyOf(place.id, day, meal.id))),
        )
        .map((meal) => ({ restaurantId: place.id, mealPeriodId: meal.id })),
    );
}

export function WeekPage({ path }: PageProps) {
  const [date, setDate] = useTabState('week', () => today());
  const { at, error } = useWeek(path, mondayOf(date));
  if (error && !at) return <Empty description={`菜谱没有读出来：${error.message}`} style={{ padding: 48 }} />;
  if (!at) return <Skeleton active className="k-page k-waiting" paragraph={{ rows: 10 }} />;
  return <WeekAt key={at.week.days[0]} path={path} at={at} onDate={setDate} />;
}

function WeekAt({ path, at, onDate }: { path: string; at: WeekAtHand; onDate(date: string): void }) {
  const unit = useAdmin().belong?.name ?? '';
  const { week, grid, dishes, findings } = at;
  const searchId = useId();
  const [places, setPlaces] = useTabState<number[]>('places', []);
  const [dialog, setDialog] = useState<Dialog>(null);
  const [stopping, setStopping] = useState<Stopping | null>(null);
  const [selected, setSelected] = useState<readonly ItemRef[]>([]);
  const rows = useMemo(() => rowsOf(at, places), [at, places]);
  const saved = useMemo(() => gridOf(week.cells), [week]);
  const firstDay = week.days.includes(today()) ? today() : week.days[0]!;
  const [focus, setFocus] = useState(() =>
    rows[0] ? keyOf(rows[0].restaurantId, firstDay, rows[0].mealPeriodId) : '',
  );
  const [place, day, meal] = focus.split('|');
  const cell =
    focus === '' ? undefined : cellAt(grid, { restaurantId: Number(place), mealPeriodId: Number(meal) }, day!);
  const canEdit = can(path, 'save');
  const narrow = useNarrow();
  const [onDay, setOnDay] = useState(firstDay);
  const idsIn = (cells: Grid, statuses: readonly string[], days: readonly string[] = week.days) =>
    rows
      .flatMap((row) => days.map((one) => cellAt(cells, row, one)))
      .flatMap((one) =>
        one.menuId !== null && one.status !== null && statuses.includes(one.status) && one.items.length > 0
          ? [one.menuId]
          : [],
      );
  const unpublished = idsIn(grid, toPublish);
  const [publishing, setPublishing] = useState<readonly number[]>([]);
  const publish = (ids: readonly number[]) => {
    setPublishing(ids);
    setDialog('publish');
  };
  const shareOf = (dishId: number) => dishes.get(dishId)?.share ?? null;
  const fresh = (dishId: number, into: string) =>
    freshItem(dishId, dishes.get(dishId)?.priceFen ?? 0, plannedBy(at.foretold.get(into), shareOf(dishId)));
  const filled = fillPlans(grid, at.foretold, shareOf);
  const add = (dish: WeekDish) => {
    if (cell && canEdit) at.change((now) => putItems(now, cell, [fresh(dish.id, cell.key)]));
  };
  const drop = (dragged: Dragged, into: NonNullable<typeof cell>, copy: boolean, before?: number) => {
    setFocus(into.key);
    if ('items' in dragged) at.change((now) => moveItems(now, dragged.items, into, copy, before));
    else at.change((now) => putItems(now, into, [fresh(dragged.dishId, into.key)], before));
  };
  const key = (event: KeyboardEvent, where: NonNullable<typeof cell>) => {
    const own = selected.length > 0 ? selected : where.items.map((item) => ({ key: where.key, dishId: item.dishId }));
    const letter = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    if (command && letter === 'c') clipboard = itemsOf(grid, own);
    else if (command && letter === 'v' && canEdit) at.change((now) => putItems(now, where, clipboard));
    else if (command && letter === 'x' && canEdit) {
      clipboard = itemsOf(grid, own);
      at.change((now) => takeItems(now, own));
    } else if (command && letter === 's') void at.save();
    else if ((event.key === 'Delete' || event.key === 'Backspace') && canEdit && selected.length > 0) {
      at.change((now) => takeItems(now, selected));
      setSelected([]);
    } else if (event.key === 'Enter') document.getElementById(searchId)?.focus();
    else return;
    event.preventDefault();
  };
  const walk = (event: KeyboardEvent) => {
    const letter = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || (letter !== 'z' && letter !== 'y')) return;
    if ((event.target as HTMLElement).closest('input')) return;
    event.preventDefault();
    if (letter === 'y' || event.shiftKey) at.redo();
    else at.undo();
  };
  /** What is done with the week reads it anew afterwards: it is done with what stands on the screen, saved first. */
  const kept = async (then: (saved: Week) => unknown) => {
    const now = await at.save();
    if (now) await then(now);
  };
  const act = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      feedback().message.success(done);
      setDialog(null);
      await at.reload();
      return true;
    } catch (failure) {
      sayFailed(failure);
      return false;
    }
  };
  /** The same with what stands on the screen saved first; false as well where that could not be. */
  const keptAct = async (work: () => Promise<unknown>, done: string) =>
    (await at.save()) !== undefined && act(work, done);
  const submit = (saved: Week) =>
    act(() => post(path, 'submit', { ids: idsIn(gridOf(saved.cells), ['DRAFT']) }), '已提交');
  const print = async (size: 'A3' | 'A4', pictured: boolean) => {
    const planned = new Set([...grid.values()].flatMap(({ items }) => items.map(({ dishId }) => dishId)));
    // Without the codes the sheet is as good as before there were any.
    const addresses = await linkAddresses(path).catch(() => new Map<number, string>());
    const keys = week.dishes.flatMap(({ id, image }) => (image && planned.has(id) ? [image] : []));
    const pictures = pictured ? await loadPictures(keys) : new Map<string, string>();
    printNode(
      <WeekPrint
        pictures={pictures}
        addresses={addresses}
        week={week}
        rows={rows}
        grid={grid}
        dishes={dishes}
        unit={unit}
        printed={formatTime(clock.now())}
        size={size}
      />,
      `size: ${size} landscape; margin: 10mm`,
    );
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: undo and redo work anywhere on the page.
    <div className="k-page mw" onKeyDown={walk}>
      <div className="mw-bar" role="toolbar" aria-label="周菜谱">
        <Button aria-label="上一周" onClick={() => void kept(() => onDate(addDays(week.days[0]!, -7)))}>
          ‹
        </Button>
        <DatePicker
          aria-label="周"
          picker="week"
          allowClear={false}
          format={() => `${week.days[0]} 至 ${week.days[6]!.slice(5)}`}
          value={dayjs(week.days[0])}
          onChange={(value) => value && void kept(() => onDate(value.format('YYYY-MM-DD')))}
        />
        <Button aria-label="下一周" onClick={() => void kept(() => onDate(addDays(week.days[0]!, 7)))}>
          ›
        </Button>
        <Select<number[]>
          aria-label="餐厅"
          mode="multiple"
          className="mw-places"
          maxTagCount="responsive"
          placeholder="全部餐厅"
          value={places}
          options={week.places.map((one) => ({ value: one.id, label: one.name }))}
          onChange={setPlaces}
        />
        {can(path, 'copy') ? <Button onClick={() => void kept(() => setDialog('copy'))}>复制上周</Button> : null}
        {can(path, 'apply') ? <Button onClick={() => void kept(() => setDialog('cycle'))}>套用循环</Button> : null}
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              ...(can(path, 'importWeek') ? [{ key: 'sheet', label: '导入周菜谱' }] : []),
              ...(can(path, 'template') ? [{ key: 'template', label: '存为模板' }] : []),
              { key: 'manage', label: '管理模板' },
            ],
            onClick: ({ key }) =>
              key === 'sheet' || key === 'template' ? setDialog(key) : openTab({ path: `${path}/cycle` }),
          }}
        >
          <Button>导入与模板 ▾</Button>
        </Dropdown>
        <span className="k-spacer" />
        <Button
          aria-label="撤销"
          title="撤销（Ctrl+Z）"
          icon={<UndoOutlined />}
          disabled={!at.canUndo}
          onClick={at.undo}
        />
        <Button
          aria-label="重做"
          title="重做（Ctrl+Y）"
          icon={<RedoOutlined />}
          disabled={!at.canRedo}
          onClick={at.redo}
        />
        {canEdit ? (
          <Button
            type={at.changed > 0 ? 'primary' : 'default'}
            disabled={at.changed === 0}
            loading={at.saving}
            onClick={() => void at.save()}
          >
            {at.changed > 0 ? `保存 ${at.changed} 餐` : '已保存'}
          </Button>
        ) : null}
        {can(path, 'submit') ? (
          <Button disabled={at.changed === 0 && idsIn(grid, ['DRAFT']).length === 0} onClick={() => void kept(submit)}>
            提交
          </Button>
        ) : null}
        {can(path, 'publish') ? (
          <Button
            type="primary"
            disabled={unpublished.length === 0 && at.changed === 0}
            onClick={() => void kept((now) => publish(idsIn(gridOf(now.cells), toPublish)))}
          >
            发布本周
          </Button>
        ) : null}
        {can(path, 'withdraw') ? (
          <Button
            danger
            disabled={cell?.status !== 'PUBLISHED'}
            title="撤回所选的一餐"
            onClick={() => void kept(() => setDialog('withdraw'))}
          >
            撤回
          </Button>
        ) : null}
        <Button
          title={cell?.menuId ? '所选一餐的备餐单' : '最近一餐的备餐单'}
          onClick={() =>
            openTab({
              path: '/admin/organization/food_menu/kitchen',
              query: cell?.menuId ? { id: String(cell.menuId) } : {},
            })
          }
        >
          备餐单
        </Button>
        <Button onClick={() => setDialog('link')}>公示</Button>
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'A3', label: '周菜谱 A3' },
              { key: 'A4', label: '周菜谱 A4' },
              { key: 'A3+', label: '带图片 A3' },
              { key: 'A4+', label: '带图片 A4' },
            ],
            onClick: ({ key }) => void print(key.startsWith('A4') ? 'A4' : 'A3', key.endsWith('+')),
          }}
        >
          <Button>打印 ▾</Button>
        </Dropdown>
      </div>
      {week.wastedWords ? (
        <p className="mw-sum">
          <Link to={`/admin/organization/food_menu_summary?menuDate=${week.days[0]},${week.days[6]}`}>
            {week.wastedWords}
          </Link>
        </p>
      ) : null}
      {week.dishes.length === 0 ? (
        <Alert
          type="info"
          showIcon
          title={
            <>
              还没有菜品：先在 <Link to="/admin/organization/organization_food">单位菜品</Link> 新增，或从平台菜品库选用
            </>
          }
        />
      ) : null}
      <div className="mw-body">
        <aside aria-label="选菜">
          {canEdit && filled !== grid ? (
            <Button
              block
              title="没有计划份数的菜，按那一餐的预测与平时的占比填上"
              onClick={() => at.change((now) => fillPlans(now, at.foretold, shareOf))}
            >
              按预测填份数
            </Button>
          ) : null}
          <DishList dishes={week.dishes} searchId={searchId} onPick={add} />
        </aside>
        <div className="mw-table">
          {rows.length === 0 ? <Empty description="还没有餐厅或餐次，请先在消费设置中建立" /> : null}
          {narrow ? (
            <Segmented
              block
              aria-label="星期"
              value={onDay}
              options={week.days.map((one, i) => ({ value: one, label: weekdayNames[i]!.slice(1) }))}
              onChange={setOnDay}
            />
          ) : null}
          <WeekTable
            week={week}
            days={narrow ? [onDay] : week.days}
            rows={rows}
            grid={grid}
            saved={saved}
            dishes={dishes}
            foretold={at.foretold}
            notes={at.notes}
            findings={findings}
            verdicts={at.verdicts}
            focus={focus}
            selected={selected}
            canEdit={canEdit}
            onFocus={setFocus}
            onSelect={setSelected}
            onDrop={drop}
            onKey={key}
          />
          <CellPanel
            title={
              cell
                ? `${week.places.find((one) => one.id === cell.restaurantId)?.name ?? ''} ${weekdayNames[week.days.indexOf(cell.date)] ?? ''} ${week.meals.find((one) => one.id === cell.mealPeriodId)?.name ?? ''}`
                : ''
            }
            cell={cell}
            loose={canEdit && isLoose(cell)}
            dishes={dishes}
            findings={findings.get(focus) ?? noFindings}
            canStop={can(path, 'item')}
            onEdit={(dishId, change) => at.change((now) => editItem(now, { key: focus, dishId }, change))}
            onRemove={(dishId) => at.change((now) => takeItems(now, [{ key: focus, dishId }]))}
            onItem={(item, change) => keptAct(() => post(path, 'item', { id: item.id, ...change }), '已调整')}
            onStop={setStopping}
            onPublish={
              cell && cell.items.length > 0 && toPublish.includes(cell.status ?? 'DRAFT') && can(path, 'publish')
                ? (whole) =>
                    void kept((now) => {
                      const saved = gridOf(now.cells);
                      const own = saved.get(cell.key)?.menuId;
                      publish(whole === 'DAY' ? idsIn(saved, toPublish, [cell.date]) : own ? [own] : []);
                    })
                : undefined
            }
            onRecall={
              cell?.menuId && menuFlow.may('recall', cell.status) && can(path, 'recall')
                ? () => void keptAct(() => post(path, 'recall', { ids: [cell.menuId] }), '已退回草稿')
                : undefined
            }
          />
        </div>
      </div>
      {dialog === 'copy' || dialog === 'cycle' || dialog === 'sheet' ? (
        <LayDialog
          path={path}
          week={week}
          kind={dialog}
          onClose={() => setDialog(null)}
          onDone={() => {
            setDialog(null);
            void at.reload();
          }}
        />
      ) : null}
      {dialog === 'publish' ? (
        <PublishDialog
          path={path}
          ids={publishing}
          onClose={() => setDialog(null)}
          onDone={() => {
            setDialog(null);
            void at.reload();
          }}
        />
      ) : null}
      {dialog === 'withdraw' && cell?.menuId ? (
        <WithdrawDialog
          path={path}
          menuId={cell.menuId}
          date={cell.date}
          onOk={async (reason) => {
            await act(() => post(path, 'withdraw', { ids: [cell.menuId], reason }), '已撤回');
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {stopping ? (
        <StopDialog
          path={path}
          of={stopping}
          onOk={() => keptAct(() => post(path, 'item', { id: stopping.id, status: stopping.status }), '已调整')}
          onClose={() => setStopping(null)}
        />
      ) : null}
      {dialog === 'link' ? (
        <MenuLinkDialog path={path} unit={unit} places={week.places} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'template' ? <KeepDialog path={path} at={at} onClose={() => setDialog(null)} /> : null}
    </div>
  );
}
