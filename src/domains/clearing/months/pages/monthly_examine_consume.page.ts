/** 月度消费审核: every unit's month as the platform examines, approves and locks it. */
import { choice, date, int, longText, money, ref, text, time } from '../../../../kit/define/field.ts';
import { except, months, page } from '../../../../kit/define/page.ts';
import { monthFlow, monthStatuses } from '../month-states.ts';

const softSteps = [
  { value: 'light', label: '设备已传齐' },
  { value: 'bills', label: '渠道账单已核对' },
  { value: 'abnormal', label: '异常交易已处理' },
  { value: 'statements', label: '结算单已确认' },
] as const;

export default page({
  path: '/admin/platform/monthly_examine_consume',
  title: '月度消费审核',
  menu: ['交易', '核对结算'],
  order: 50,
  wide: ['organizationId'],
  duties: { examine: 'make', note: 'make', ask: 'make', again: 'make', lock: 'check', pack: 'look' },
  fields: {
    organizationId: ref('单位', 'organization', { columnWidth: 150 }),
    month: date('月份', { sortable: true }),
    monthName: text('月份', { columnWidth: 90 }),
    consumeFen: money('消费净额'),
    status: choice('状态', monthStatuses),
    open: text('未完成的项目', { columnWidth: 320 }),
    lateCount: int('月结后补记', { unit: '笔', help: '属于这个月、记在以后未结月份的业务，附原日期' }),
    steps: longText('逐项依据'),
    makerName: text('初审'),
    examinedAt: time('初审时间'),
    checkerName: text('审核'),
    checkedAt: time('审核时间'),
    checkNote: text('审核说明'),
    lockedName: text('锁定'),
    lockedAt: time('锁定时间'),
    error: text('锁定失败'),
  },
  list: {
    columns: except('month', 'steps', 'examinedAt', 'checkedAt', 'checkNote', 'lockedName'),
    detail: except('month'),
    important: ['organizationId', 'monthName', 'consumeFen', 'status', 'open'],
    search: [months('month'), 'organizationId', 'status'],
    totals: ['consumeFen'],
    notice: true,
    row: [
      monthFlow.button('ask'),
      {
        key: 'examine',
        label: '初审',
        tone: 'primary',
        batch: true,
        when: (row) => row.status === 'PENDING',
        done: '已初审，由另一人审核',
      },
      {
        key: 'note',
        label: '说明',
        form: {
          step: choice('项目', softSteps, { required: true }),
          note: longText('说明', { required: true, min: 2, max: 200, help: '该项的数字变动以后，说明失效' }),
        },
        when: (row) => row.status === 'PENDING',
        done: '已说明',
      },
      monthFlow.button('approve'),
      monthFlow.button('reject'),
      monthFlow.button('again'),
      {
        key: 'lock',
        label: '锁定',
        batch: true,
        shows: 'receipt',
        confirm: '锁定所选月份并生成资料包？锁定以后不能撤销，更正记入未结月份。',
        when: (row) => row.status === 'APPROVED',
        done: '已锁定',
      },
      { key: 'pack', label: '资料包', shows: 'file', when: (row) => row.status === 'LOCKED' },
      'view',
    ],
    tools: [{ key: 'packs', label: '资料包校验', open: '/admin/platform/month_pack' }],
  },
});
