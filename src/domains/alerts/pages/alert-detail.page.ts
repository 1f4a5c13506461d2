/** 预警明细: what calls for somebody, what waits for whoever looks first; taken, closed with what was done, or ignored for a while. */
import { bool, choice, int, json, longText, ref, text, time } from '../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../kit/define/page.ts';
import { alertFlow, alertStatuses, stepEvents } from '../alert-states.ts';
import { alertKinds, alertLevels } from '../catalogue.ts';

const here = '/admin/organization/alert_detail';
/** Does the alert name the page of its lines? Otherwise its object leads to the other alerts about it. */
const linesOf = (row: Readonly<Record<string, unknown>>) => String(row.openPath ?? '').startsWith('/');

const alertDetail = page({
  path: here,
  title: '预警明细',
  menu: ['首页', '工作台'],
  order: 30,
  fields: {
    level: choice('级别', alertLevels, { columnWidth: 72 }),
    kind: choice('类型', alertKinds, { columnWidth: 110 }),
    objectName: text('对象', { columnWidth: 180 }),
    detail: longText('内容', { columnWidth: 280 }),
    restaurantId: ref('餐厅', 'restaurant', { none: '—' }),
    firstAt: time('开始', { sortable: true }),
    lastAt: time('最近', { sortable: true }),
    count: int('次数', { unit: '次', columnWidth: 72 }),
    recurring: bool('反复', { words: [{ label: '反复', tone: 'danger' }, { label: '—' }], columnWidth: 72 }),
    late: bool('补传', { words: [{ label: '补传', tone: 'info' }, { label: '—' }], columnWidth: 72 }),
    status: choice('状态', alertStatuses, { columnWidth: 96 }),
    waitingFor: text('等待', { columnWidth: 140 }),
    ownerName: text('处理人'),
    takenAt: time('处理时间'),
    endedAt: time('结束时间'),
    note: longText('处理说明'),
    ignoreUntil: time('忽略至'),
    noteDue: bool('待补记'),
    mine: bool('与我有关', { hidden: true }),
    owned: bool('我在处理', { hidden: true }),
    reopenable: bool('可重新打开', { hidden: true }),
    openPath: text('所在页面', { hidden: true }),
    openSearch: json('查询条件', { hidden: true }),
    urgency: int('先后', { hidden: true }),
  },
  list: {
    columns: except('late', 'ownerName', 'takenAt', 'endedAt', 'note', 'ignoreUntil', 'noteDue'),
    important: ['level', 'kind', 'objectName', 'detail', 'status', 'waitingFor'],
    search: [
      keyword('对象/内容', 'objectName', 'detail'),
      'status',
      'level',
      'kind',
      'restaurantId',
      'mine',
      range('lastAt'),
      'recurring',
    ],
    sort: '-urgency',
    row: [...alertFlow.buttons, 'view'],
    drills: {
      objectName: {
        path: (row) => (linesOf(row) ? String(row.openPath) : here),
        search: (row) =>
          linesOf(row)
            ? ((row.openSearch ?? {}) as Record<string, unknown>)
            : { keyword: row.objectName, kind: [row.kind] },
      },
    },
    refreshSeconds: 30,
    notice: true,
  },
});
export default alertDetail;

export const alertStory = page({
  of: alertDetail,
  by: 'alertId',
  path: 'step',
  title: '经过',
  fields: {
    alertId: int('预警', { hidden: true }),
    at: time('时间', { sortable: true }),
    event: choice('事项', stepEvents),
    byName: text('经手', { none: '系统' }),
    note: longText('说明'),
  },
  list: { sort: '-at' },
});
