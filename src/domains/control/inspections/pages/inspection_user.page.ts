/** 巡检人员: leaders who eat along, parents, regulators. */
import { bool, choice, date, face, int, normalDisabled, phone, text } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { inspectorKinds } from '../inspection-words.ts';

export default page({
  path: '/admin/organization/inspection_user',
  title: '巡检人员',
  menu: ['食品安全', '公示'],
  order: 20,
  fields: {
    photo: face('照片', { columnWidth: 70 }),
    showPhoto: bool('公示照片', { columnWidth: 90, initial: false, help: '本人已同意在公示屏上展示照片' }),
    name: text('姓名', { required: true, max: 20, width: 200, sortable: true }),
    kind: choice('类型', inspectorKinds, { required: true, width: 200 }),
    unit: text('单位/职务', { max: 60, width: 300 }),
    phone: phone('电话', { width: 200 }),
    times: int('本月巡检', { unit: '次', readOnly: true }),
    lastOn: date('最近巡检'),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
  },
  list: {
    columns: except('showPhoto'),
    search: [keyword('姓名/单位', 'name', 'unit'), 'kind', 'status'],
    sort: 'name',
    notice: true,
    row: ['edit', ...onOff('停用后不能再登记「{name}」的巡检。确定停用？')],
    tools: ['create'],
    drills: {
      times: { path: '/admin/organization/inspection_user/record_log', search: (row) => ({ inspectorId: row.id }) },
    },
  },
  form: { sections: [{ fields: ['name', 'kind', 'unit', 'phone', 'photo', 'showPhoto', 'status'] }] },
});
