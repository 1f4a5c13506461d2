/** The tools of a list, tied to what they do. */
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, post } from '../../http/client.ts';
import { can } from '../../session/can.ts';
import { exportStarted } from '../../shell/export-watch.ts';
import { feedback } from '../../shell/feedback.tsx';
import { copyText } from '../../widgets/secret-dialog.tsx';
import { GroupSelect } from '../report/group-select.tsx';
import { ColumnSettings } from './column-settings.tsx';
import { copyRows, printList } from './list-output.tsx';
import { SavedViews } from './saved-views.tsx';
import { ToolsPanel } from './tools-panel.tsx';
import type { List } from './use-list.ts';

export function ListTools({ list, onImport }: { list: List; onImport: () => void }) {
  const client = useQueryClient();
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
      message.success('导出任务已开始，完成后在右上角「导出中心」下载');
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
  const doPrint = () =>
    printList({
      spec,
      title: spec.title,
      filter: list.filter,
      columns: shown,
      rows,
      sums: list.sums,
      check: list.answer.data?.check?.text,
    });
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
      density={list.density}
      onDensity={(density) => stored.save({ density })}
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
          <SavedViews
            views={stored.prefs.views}
            search={state.search}
            onApply={(search) => setState({ search })}
            onSave={stored.saveView}
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
