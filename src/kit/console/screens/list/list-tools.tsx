/** The tools of a list, tied to what they do. */
import { BarChartOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { ApiError, post } from '../../http/client.ts';
import { useAdmin } from '../../session/admin.ts';
import { can } from '../../session/can.ts';
import { exportStarted } from '../../shell/export-watch.ts';
import { feedback } from '../../shell/feedback.tsx';
import { copyText } from '../../widgets/secret-dialog.tsx';
import { titleIn } from '../logic/columns.ts';
import { GroupSelect } from '../report/group-select.tsx';
import type { ChartFold } from '../report/use-chart-fold.ts';
import { mostRows, readAllRows } from './all-rows.ts';
import { ColumnSettings } from './column-settings.tsx';
import { copyRows, printList } from './list-output.tsx';
import { SavedViews } from './saved-views.tsx';
import { ToolsPanel } from './tools-panel.tsx';
import type { List } from './use-list.ts';

interface Props {
  list: List;
  /** Of a report that has something to draw. */
  chart: ChartFold | undefined;
  onImport: () => void;
}

export function ListTools({ list, chart, onImport }: Props) {
  const client = useQueryClient();
  const admin = useAdmin();
  const { path, spec, state, setState, stored, selection, shown, rows } = list;
  const Toolbar = list.view?.slots?.toolbar;
  const doExport = async () => {
    const { message } = feedback();
    try {
      const sort = state.sort === spec.list?.sort ? null : state.sort;
      const task = await post<{ id: number }>(path, 'export', {
        search: list.wire,
        sort,
        columns: shown.map((c) => c.key),
      });
      message.info('正在导出：少量数据随即下载，较多时完成后在右上角「导出中心」下载');
      exportStarted(task.id);
      void client.invalidateQueries({ queryKey: ['exports'] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      message.error(error.message);
    }
  };
  const doCopy = async () => {
    const chosen = selection.rows.length > 0 ? selection.rows : rows;
    const copied = await copyText(copyRows(spec, shown, chosen));
    if (copied) feedback().message.success(`已复制 ${chosen.length} 行，可粘贴到表格`);
    else feedback().message.warning('浏览器不允许复制');
  };
  const doPrint = async () => {
    const { message } = feedback();
    const waiting = message.loading('正在取全部行…', 0);
    try {
      const all = await readAllRows(path, spec, state);
      if ('total' in all) {
        const total = all.capped ? `多于 ${all.total}` : String(all.total);
        message.warning(`共 ${total} 行，一次最多打印 ${mostRows} 行：请缩小查询条件，或导出后打印`, 6);
        return;
      }
      printList({
        spec,
        title: titleIn(spec, state.search.group),
        unit: admin.belong?.name ?? '',
        preparer: admin.name,
        filter: list.filter,
        columns: shown,
        rows: all.rows,
        sums: all.sums,
        check: all.check?.text,
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      message.error(error.message);
    } finally {
      waiting();
    }
  };
  return (
    <ToolsPanel
      buttons={list.tools}
      onButton={(button) => list.actions.run(button)}
      batch={list.batch}
      selected={selection.ids.length}
      onBatch={(action) => list.actions.runBatch(action, selection.rows)}
      onClearSelection={selection.clear}
      {...(spec.import && can(path, 'import') ? { onImport } : {})}
      {...(spec.list?.export && can(path, 'export') ? { onExport: doExport } : {})}
      onPrint={doPrint}
      onCopy={doCopy}
      onRefresh={list.refresh}
      refreshing={list.answer.isFetching}
      extra={
        <>
          {list.isReport ? (
            <GroupSelect
              spec={spec}
              value={state.search.group}
              onChange={(group) => setState({ search: { ...state.search, group } })}
            />
          ) : null}
          {Toolbar ? <Toolbar path={path} spec={spec} rows={rows} search={list.wire} /> : null}
        </>
      }
      settings={
        <>
          {chart ? (
            <Button
              type="text"
              aria-label={chart.folded ? '展开图表' : '收起图表'}
              title={chart.folded ? '展开图表' : '收起图表'}
              aria-expanded={!chart.folded}
              icon={<BarChartOutlined />}
              onClick={chart.toggle}
            />
          ) : null}
          <SavedViews
            views={stored.prefs.views}
            search={state.search}
            onApply={(search) => setState({ search })}
            onSave={stored.saveView}
            exports={spec.list?.export === true && can(path, 'export')}
            onRemove={stored.removeView}
          />
          <ColumnSettings
            spec={spec}
            columns={list.columns}
            folded={list.folded}
            onChange={(columns) => stored.save({ columns })}
          />
        </>
      }
    />
  );
}
