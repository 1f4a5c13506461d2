/** Sample of a list with everything: a library's loans. Stands in for real pages in the tests of the engines. */
import {
  bool,
  choice,
  int,
  longText,
  money,
  normalDisabled,
  phone,
  place,
  ref,
  text,
  time,
} from '../../../src/kit/define/field.ts';
import { keyword, page, range } from '../../../src/kit/define/page.ts';

export default page({
  path: '/admin/organization/sample/loan',
  title: '借阅',
  menu: ['样例', '样例页'],
  fields: {
    name: text('读者', { required: true, sortable: true, max: 20 }),
    cardNo: text('证号', {
      required: true,
      createOnly: true,
      verify: '/admin/organization/sample/loan/verify',
      verifyMessage: '证号已被使用',
    }),
    phone: phone('手机号'),
    shelfId: ref('书架', '/admin/organization/sample/shelf', { tree: true, required: true }),
    status: choice('状态', normalDisabled, { required: true, initial: 'NORMAL' }),
    depositFen: money('押金', { sortable: true }),
    fineFen: money('罚金'),
    times: int('次数', { unit: '次' }),
    vip: bool('贵宾'),
    home: place('住址'),
    remark: longText('备注'),
    createdAt: time('借出时间', { sortable: true }),
  },
  list: {
    columns: ['name', 'shelfId', 'status', 'phone', 'depositFen', 'fineFen', 'times', 'vip', 'createdAt'],
    subline: { name: 'cardNo' },
    search: [
      keyword('读者/证号', 'name', 'cardNo'),
      'status',
      'shelfId',
      range('createdAt'),
      'vip',
      range('depositFen'),
    ],
    sort: '-createdAt',
    totals: ['depositFen', 'fineFen', 'times'],
    row: [
      'edit',
      {
        key: 'refund',
        label: '退押金',
        form: { amountFen: money('退还金额', { required: true, min: 1 }), note: text('说明') },
        shows: 'receipt',
        outcome: true,
      },
      {
        key: 'disable',
        label: '停用',
        tone: 'danger',
        confirm: '确定停用 {name}？',
        when: (r) => r.status === 'NORMAL',
        batch: true,
      },
      {
        key: 'enable',
        label: '启用',
        when: (r) => r.status === 'DISABLED',
        whyNot: (r) => (r.status === 'NORMAL' ? '已经是正常状态' : undefined),
      },
      'remove',
    ],
    tools: ['create', { key: 'limit', label: '上限', form: { days: int('天数', { required: true }) } }],
    notice: true,
    drills: {
      times: {
        path: '/admin/organization/sample/summary',
        search: (row) => ({ shelf: row.shelfName }),
      },
    },
  },
  form: {
    sections: [
      { title: '读者', fields: ['name', 'cardNo', 'phone', 'shelfId', 'status'] },
      { title: '账务', fields: ['depositFen', 'times', 'vip', 'home', 'remark'] },
    ],
    submit: '保存，押金 {depositFen} 元',
  },
  import: { fields: ['name', 'cardNo', 'phone', 'shelfId'], unique: ['cardNo'] },
});
