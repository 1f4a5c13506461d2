/** What the batches of funding have in common, in their definitions. */
import { choice, int, longText, refs, text, time } from '../../../kit/define/field.ts';
import { type BatchMode, batchModes, batchStatuses } from './states.ts';

export const byMode =
  (...modes: BatchMode[]) =>
  (v: Readonly<Record<string, unknown>>) =>
    modes.includes(v.mode as BatchMode);

/** What every batch of funding says of itself. */
export const batchFields = {
  name: text('批次名称', { max: 60, width: 300, placeholder: '不填则按日期命名' }),
  batchNo: text('批次号', { columnWidth: 190 }),
  departmentIds: refs('部门', 'department', {
    tree: true,
    required: true,
    width: 400,
    help: '含下级部门',
    when: byMode('BY_DEPT'),
  }),
  typeIds: refs('人员类别', 'person_type', { required: true, width: 400, when: byMode('BY_TYPE') }),
  reason: longText('说明', { max: 100, width: 400 }),
  totalCount: int('人数', { unit: '人' }),
  leftOutCount: int('未列入', { unit: '人' }),
  postedCount: int('成功', { unit: '人' }),
  failedCount: int('失败', { unit: '人' }),
  status: choice('状态', batchStatuses),
  makerName: text('制单'),
  checkerName: text('复核'),
  checkNote: text('退回/作废原因'),
  createdAt: time('制单时间', { sortable: true }),
  finishedAt: time('完成时间'),
  filename: text('表格名称'),
};

/** A batch that brings money or meals is for nobody who leaves. */
export const comingModes = batchModes.filter(({ value }) => value !== 'LEAVERS');

/** `after`: what follows once it has run. */
export const batchShown = (after: string) => ({
  busy: (r: Readonly<Record<string, unknown>>) => r.status === 'RUNNING',
  says: (r: Readonly<Record<string, unknown>>) => [
    ...(r.checkNote ? [{ tone: 'warning' as const, text: `退回/作废原因：${r.checkNote}` }] : []),
    { tone: 'info' as const, text: after },
  ],
});
