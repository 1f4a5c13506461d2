/** 后厨权限: one row per post, below them the workers who differ; one column per zone. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Input, Select, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { clock, formatShortTime, formatTime } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { useDirty } from '../../../../kit/console/nav/use-tab.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import type { PageProps } from '../../../../kit/console/view.ts';
import { labelIn } from '../../../../kit/define/states.ts';
import { posts } from '../../words.ts';
import { cellKey, cellWords, type Holder, holderKey, openAt, type PermissionCell } from '../cells.ts';
import type { PermissionGrid } from '../read-permissions.ts';
import { CellDialog, type Reach } from './cell-dialog.tsx';
import '../../views/kitchen.css';

interface HolderRow extends Holder {
  name: string;
  /** Of a worker: what the post says where there is no own cell. */
  of?: Holder;
}
type Cells = ReadonlyMap<string, PermissionCell>;
type Zone = PermissionGrid['zones'][number];

const mapOf = (cells: readonly PermissionCell[]): Cells => new Map(cells.map((cell) => [cellKey(cell), cell]));
const rowsOf = (grid: PermissionGrid): HolderRow[] => [
  ...posts.map(({ value, label }) => ({ post: value, cookUserId: null, name: label })),
  ...grid.workers.map(({ id, name, post: own }) => ({
    post: null,
    cookUserId: id,
    name: `${name}（${labelIn(posts, own)}）`,
    of: { post: own, cookUserId: null },
  })),
];
const at = (cells: Cells, holder: Holder, zone: Zone) => cells.get(cellKey({ ...holder, districtId: zone.id }));

/** Who may enter which zone now, by the grid as it stands on the screen. */
function Preview({ grid, cells }: { grid: PermissionGrid; cells: Cells }) {
  const now = formatTime(clock.now());
  const weekday = ((new Date(`${now.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
  const minute = Number(now.slice(11, 13)) * 60 + Number(now.slice(14, 16));
  return (
    <section className="k-card kc-preview" aria-label="现在可进入">
      <strong>{now.slice(11, 16)} 可进入（须晨检的，晨检合格后）</strong>
      <ul>
        {grid.zones.map((zone) => {
          const names = grid.workers
            .filter((worker) => {
              const own = at(cells, { post: null, cookUserId: worker.id }, zone);
              const post =
                worker.restaurantId === zone.restaurantId
                  ? at(cells, { post: worker.post, cookUserId: null }, zone)
                  : undefined;
              const cell = own ?? post;
              return cell !== undefined && openAt(cell, weekday, minute);
            })
            .map((worker) => worker.name);
          return (
            <li key={zone.id}>
              {zone.restaurant} {zone.name}：{names.length > 0 ? `${names.length} 人，${names.join('、')}` : '无人'}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function PermissionPage({ path }: PageProps) {
  const queries = useQueryClient();
  const { data: grid, error } = useQuery({
    queryKey: [...pageKey(path), 'grid'],
    queryFn: ({ signal }) => post<PermissionGrid>(path, 'grid', {}, { signal }),
    retry: false,
  });
  const [edited, setEdited] = useState<Cells>();
  const [asked, setAsked] = useState<{ holder: HolderRow; zone: Zone }>();
  const [preview, setPreview] = useState(false);
  const [note, setNote] = useState('');
  const [saving, setSaving] = useState(false);
  useDirty(edited !== undefined);
  const stored = useMemo(() => mapOf(grid?.cells ?? []), [grid]);
  if (error) return <Empty description={`权限没有读出来：${error.message}`} style={{ padding: 48 }} />;
  if (!grid) return <Skeleton active className="k-page k-waiting" paragraph={{ rows: 8 }} />;
  const cells = edited ?? stored;
  const rows = rowsOf(grid);
  const mayEdit = can(path, 'save');
  const put = (said: Omit<PermissionCell, 'post' | 'cookUserId' | 'districtId'> | null, reach: Reach) => {
    if (!asked) return;
    const { holder, zone } = asked;
    const next = new Map(cells);
    const peers = reach === 'COLUMN' ? rows.filter((row) => (row.post === null) === (holder.post === null)) : [holder];
    for (const { post: ofPost, cookUserId } of peers)
      for (const { id: districtId } of reach === 'ROW' ? grid.zones : [zone]) {
        const one = { post: ofPost, cookUserId, districtId };
        if (said) next.set(cellKey(one), { ...one, ...said });
        else next.delete(cellKey(one));
      }
    setEdited(next);
    setAsked(undefined);
  };
  const copy = (from: string, to: HolderRow) => {
    const source = rows.find((row) => holderKey(row) === from);
    if (!source) return;
    const next = new Map(cells);
    for (const zone of grid.zones) {
      const cell = at(cells, source, zone) ?? (source.of ? at(cells, source.of, zone) : undefined);
      const one = { post: to.post, cookUserId: to.cookUserId, districtId: zone.id };
      if (cell) next.set(cellKey(one), { ...cell, ...one });
      else next.delete(cellKey(one));
    }
    setEdited(next);
  };
  const save = async () => {
    setSaving(true);
    try {
      const { passes } = await post<{ passes: number }>(path, 'save', {
        cells: [...cells.values()],
        version: grid.version,
        note,
      });
      feedback().message.success(passes > 0 ? `已保存，${passes} 条通行权限随之更新` : '已保存，通行权限没有变化');
      await queries.invalidateQueries({ queryKey: pageKey(path) });
      setEdited(undefined);
      setNote('');
    } catch (failure) {
      feedback().message.error(failure instanceof Error ? failure.message : '没有保存');
    } finally {
      setSaving(false);
    }
  };
  const restore = async (id: number) => setEdited(mapOf(await post<PermissionCell[]>(path, 'past', { id })));
  return (
    <div className="k-page kc">
      <div className="kc-bar" role="toolbar" aria-label="后厨权限">
        <span className="kc-sum">岗位的权限用于本餐厅的区域；人员另设的优先于岗位。点格子设置。</span>
        <span className="k-spacer" />
        <Button type={preview ? 'primary' : 'default'} ghost={preview} onClick={() => setPreview(!preview)}>
          现在谁能进
        </Button>
        {mayEdit ? (
          <>
            <Select
              aria-label="恢复到"
              className="kc-place"
              placeholder="恢复到…"
              value={null}
              options={grid.past.map((one) => ({
                value: one.id,
                label: `${formatShortTime(one.savedAt)} ${one.savedName} ${one.note}`,
              }))}
              onChange={(id: number | null) => id && void restore(id)}
            />
            {edited ? (
              <>
                <Input
                  aria-label="说明"
                  className="kc-place"
                  maxLength={60}
                  placeholder="说明（可不填）"
                  value={note}
                  onChange={(e) => setNote(e.target.value)}
                />
                <Button onClick={() => setEdited(undefined)}>放弃</Button>
              </>
            ) : null}
            <Button type="primary" disabled={!edited} loading={saving} onClick={() => void save()}>
              {edited ? '保存' : '已保存'}
            </Button>
          </>
        ) : null}
      </div>
      {preview ? <Preview grid={grid} cells={cells} /> : null}
      {grid.zones.length === 0 ? <Empty description="还没有后厨区域，请先在“后厨区域”里登记" /> : null}
      <section className="k-card kc-box" aria-label="后厨权限">
        <table className="kc-table kc-grid k-stack">
          <thead>
            <tr>
              <th scope="col">岗位 / 人员</th>
              {grid.zones.map((zone) => (
                <th key={zone.id} scope="col">
                  {zone.name}
                  <small> {zone.restaurant}</small>
                </th>
              ))}
              {mayEdit ? <th scope="col">复制自</th> : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={holderKey(row)} className={row.post === null ? undefined : 'kc-post'}>
                <th scope="row">{row.name}</th>
                {grid.zones.map((zone) => {
                  const own = at(cells, row, zone);
                  const shown = own ?? (row.of ? at(cells, row.of, zone) : undefined);
                  const changed = JSON.stringify(own) !== JSON.stringify(at(stored, row, zone));
                  return (
                    <td key={zone.id} data-head={`${zone.name} ${zone.restaurant}`}>
                      <button
                        type="button"
                        className="kc-pick"
                        aria-label={`${row.name} ${zone.name} ${shown ? cellWords(shown) : '不允许'}${!own && shown ? ' 同岗位' : ''}`}
                        data-changed={changed}
                        data-off={!own?.allowed}
                        disabled={!mayEdit}
                        onClick={() => setAsked({ holder: row, zone })}
                      >
                        {shown?.allowed ? cellWords(shown) : own ? '不允许' : '—'}
                        {!own && shown ? <small> 同岗位</small> : null}
                      </button>
                    </td>
                  );
                })}
                {mayEdit ? (
                  <td data-head="复制自">
                    <select
                      className="kc-pick"
                      aria-label={`${row.name} 复制自`}
                      value=""
                      onChange={(e) => copy(e.target.value, row)}
                    >
                      <option value="">—</option>
                      {rows
                        .filter((other) => holderKey(other) !== holderKey(row))
                        .map((other) => (
                          <option key={holderKey(other)} value={holderKey(other)}>
                            {other.name}
                          </option>
                        ))}
                    </select>
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {asked ? (
        <CellDialog
          title={`${asked.holder.name} · ${asked.zone.name}`}
          cell={at(cells, asked.holder, asked.zone)}
          inherited={asked.holder.of ? at(cells, asked.holder.of, asked.zone) : undefined}
          ofWorker={asked.holder.post === null}
          onSave={put}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </div>
  );
}
