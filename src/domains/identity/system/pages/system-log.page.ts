/** 系统日志: who changed what, when and from where. Lines are never changed or removed. */
import { choice, json, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { unitTypes } from '../../fields.ts';

export default page({
  title: '系统日志',
  path: '/admin/platform/system_log',
  menu: ['系统', '系统'],
  order: 90,
  fields: {
    at: time('时间', { sortable: true }),
    actor: text('操作人'),
    unitType: choice('单位类型', unitTypes),
    unitName: text('单位'),
    page: text('页面'),
    pageTitle: text('模块'),
    action: text('操作'),
    targetName: text('对象'),
    targetId: text('对象 ID'),
    changes: json('变更内容', { columnWidth: 280 }),
    ip: text('IP'),
    result: choice('结果', [
      { value: 'OK', label: '成功', tone: 'success' },
      { value: 'FAIL', label: '失败', tone: 'danger' },
    ]),
  },
  list: {
    columns: except('page', 'targetId'),
    search: [
      { key: 'at', range: true, initial: 'last7Days' },
      'unitType',
      'unitName',
      'actor',
      keyword('页面地址/模块', 'page', 'pageTitle'),
      'action',
      'targetName',
      'ip',
      'result',
    ],
    row: ['view'],
  },
});
