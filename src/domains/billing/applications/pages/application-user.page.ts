/** 使用单位: who has the application and until when; the platform sets a day or closes it. */
import { choice, date, int, longText, text } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { serviceStates } from '../service-state.ts';
import application from './platform-application.page.ts';

export default page({
  of: application,
  by: 'applicationId',
  path: 'user',
  title: '使用单位',
  verbs: { vouch: '见证调整' },
  duties: { vouch: 'check' },
  fields: {
    applicationId: int('应用编号', { hidden: true }),
    unitType: text('类型', { hidden: true }),
    unitId: int('单位编号', { hidden: true }),
    unitName: text('单位', { columnWidth: 200 }),
    state: choice('状态', serviceStates),
    startedOn: date('开通日'),
    endOn: date('到期日'),
    daysLeft: int('剩余', { unit: '天' }),
    coveredBy: text('包含在'),
    closedOn: date('关闭日'),
  },
  list: {
    search: ['state', range('endOn'), keyword('单位', 'unitName')],
    row: [
      {
        key: 'setEnd',
        label: '调整到期日',
        form: { endOn: date('到期日', { required: true }), reason: longText('原因', { required: true, max: 100 }) },
        witness: { needs: 'vouch', says: '我已核对调整到期日的理由。' },
        done: '已调整',
      },
      {
        key: 'close',
        label: '关闭',
        tone: 'danger',
        confirm: '关闭「{unitName}」的这个应用？菜单不再显示，数据保留。',
        when: (row) => row.state === 'READ_ONLY',
        done: '已关闭',
      },
    ],
  },
});
