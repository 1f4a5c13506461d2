/** 消费核对: what terminals say, what is booked and what the channels say of a day, unit by unit; the day is signed here. */
import { bool, choice, date, int, longText, money, ref, text, time } from '../../../../kit/define/field.ts';
import { all, type Drill, except, page, range } from '../../../../kit/define/page.ts';

export const dayStates = [
  { value: 'OK', label: '相符', tone: 'success' },
  { value: 'DIFF', label: '有差异', tone: 'danger' },
  { value: 'CHANNEL', label: '渠道不符', tone: 'danger' },
  { value: 'EXPLAINED', label: '渠道已说明', tone: 'neutral' },
  { value: 'PENDING_UPLOAD', label: '未传齐', tone: 'warning' },
  { value: 'NO_REPORT', label: '不报总数', tone: 'neutral' },
] as const;

const records = (kind?: string): Drill => ({
  path: '/admin/platform/check_consume/record',
  search: (row) => ({ day: [row.day, row.day], deviceId: row.deviceId, ...(kind ? { kind } : {}) }),
});

export default page({
  path: '/admin/platform/check_consume',
  title: '消费核对',
  menu: ['交易', '核对结算'],
  order: 10,
  wide: ['organizationId'],
  verbs: { sign: '签核当日', witness: '见证签核', again: '重新核对' },
  duties: { sign: 'check', witness: 'check', again: 'look' },
  witness: { sign: { needs: 'witness', says: '我已核对设备、渠道账单与待处理记录，同意签核。' } },
  fields: {
    organizationId: ref('单位', 'organization'),
    day: date('日期', { sortable: true }),
    deviceId: int('设备编号', { hidden: true }),
    deviceName: text('设备', { columnWidth: 160 }),
    deviceCount: int('设备笔数', { help: '设备自己的当日合计；不报的以流水号核对' }),
    deviceFen: money('设备金额'),
    bookedCount: int('平台笔数'),
    bookedFen: money('平台金额', { help: '含脱机记录处理时多收的差额' }),
    pendingCount: int('待处理笔数'),
    pendingFen: money('待处理', { help: '已到平台，等单位处理或已作废' }),
    waitingCount: int('未上传笔数'),
    waitingFen: money('未上传'),
    thirdFen: money('平台第三方'),
    channelFen: money('渠道金额', { help: '渠道账单里这台设备的付款码收款；账单没有到的不显示' }),
    differCount: int('差异笔数', {
      alarm: true,
      help: '设备与平台没有都记下的：缺号、未上传与合计不符的笔数；渠道账单金额不同的算一笔；待处理的另有一栏',
    }),
    diffCount: int('合计相差笔数', { help: '设备 − 平台 − 待处理 − 未上传' }),
    diffFen: money('差异金额', { help: '设备 −（平台 − 入账差额）− 待处理 − 未上传' }),
    missingCount: int('缺号', { alarm: true }),
    state: choice('状态', dayStates),
    checkedAt: time('核对时间'),
    contractorId: ref('承包商', 'contractor', { hidden: true }),
    diffOnly: bool('仅看差异', { hidden: true }),
    note: longText('说明', { hidden: true }),
  },
  list: {
    columns: except('checkedAt', 'pendingCount', 'waitingCount', 'deviceCount', 'diffCount'),
    important: [
      'organizationId',
      'day',
      'deviceName',
      'deviceFen',
      'bookedFen',
      'pendingFen',
      'differCount',
      'diffFen',
      'state',
    ],
    search: [
      range('day', 'last7Days'),
      'organizationId',
      'contractorId',
      'deviceName',
      'state',
      { key: 'diffOnly', initial: 'true' },
    ],
    totals: all(),
    drills: {
      bookedCount: {
        path: '/admin/platform/consume',
        search: (row) => ({ businessDate: [row.day, row.day], deviceId: row.deviceId }),
      },
      differCount: records(),
      missingCount: records('MISSING'),
    },
    tools: [
      { key: 'light', label: '单位红绿灯', open: '/admin/platform/check_consume/light' },
      { key: 'suspense', label: '待处理脱机消费', open: '/admin/platform/check_consume/suspense' },
    ],
    row: ['view'],
  },
});
