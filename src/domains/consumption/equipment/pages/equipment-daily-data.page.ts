/** 设备日数据 and 设备月数据: what each terminal took, what arrived, what was put right, how long it was connected. */
import { choice, date, int, money, percent, ref, text, time } from '../../../../kit/define/field.ts';
import { eq, same, sum } from '../../../../kit/define/identity.ts';
import { all, type Drill, except, months, page, range } from '../../../../kit/define/page.ts';
import { drillByKind } from '../../trades/drill.ts';

export const dayStates = [
  { value: 'OK', label: '一致', tone: 'success' },
  { value: 'PENDING_UPLOAD', label: '待上传', tone: 'warning' },
  { value: 'DIFF', label: '有差异', tone: 'danger' },
  { value: 'UNTOLD', label: '设备未报', tone: 'neutral' },
] as const;

const filters = {
  businessDate: date('日期'),
  deviceId: ref('设备', 'device', { columnWidth: 170 }),
  deploySiteId: ref('部署点', 'deploy_site'),
};

const sums = {
  count: int('笔数', { unit: '笔' }),
  amountFen: money('金额', { help: '平台已入账的全部消费，纠错不改变它' }),
  reversedFen: money('纠错'),
  supplementFen: money('补扣'),
  netFen: money('净额'),
};

const onlineRate = percent('在线率', { help: '心跳连续的时间占营业日（04:00 起）已过时间的比例' });

const trades = drillByKind((row) => ({ businessDate: [row.businessDate, row.businessDate], deviceId: row.deviceId }));
/** Records that wait for a clerk, or were voided. */
const suspended: Drill = {
  path: '/admin/organization/offline_consume',
  search: (row) => ({
    status: ['SUSPENSE', 'VOID'],
    deviceId: row.deviceId,
    businessDate: [row.businessDate, row.businessDate],
  }),
};
/** Offline records that were posted, with what was charged for each. */
const posted: Drill = {
  ...suspended,
  search: (row) => ({ ...suspended.search(row, {}), status: ['POSTED', 'POSTED_OVERDRAFT'] }),
};
const elsewhere = {
  beyondFen: posted,
  suspendedCount: suspended,
  suspendedFen: suspended,
  // Only the terminal has lines of these.
  takenCount: null,
  takenFen: null,
  waitingCount: null,
  waitingFen: null,
  missingCount: null,
  diffFen: null,
};

export const equipmentDailyData = page({
  path: '/admin/organization/equipment_daily_data',
  aliases: ['/admin/organization/equipment_day_data', '/admin/organization/equipment/daily_data'],
  title: '设备日数据',
  menu: ['消费管理', '消费报表'],
  order: 70,
  fields: {
    ...filters,
    ...sums,
    state: choice('核对', dayStates, { columnWidth: 90 }),
    firstAt: time('首笔时间'),
    lastAt: time('末笔时间'),
    offlineCount: int('脱机笔数', { unit: '笔' }),
    takenCount: int('设备笔数', { unit: '笔', help: '设备自己报的合计；不报的设备只核对流水号' }),
    takenFen: money('设备金额'),
    beyondFen: money('入账差额', {
      help: '脱机记录入账时比设备记录多收的部分：设备没有价格由平台计价，或办理时改了金额',
    }),
    suspendedCount: int('待处理', { unit: '笔', help: '已上传、尚未入账或已作废的脱机记录' }),
    suspendedFen: money('待处理金额'),
    waitingCount: int('未上传', { unit: '笔' }),
    waitingFen: money('未上传金额'),
    missingCount: int('缺号', { unit: '笔' }),
    diffFen: money('差异', { help: '设备 + 入账差额 − 平台 − 待处理 − 未上传' }),
    onlineRate,
  },
  list: {
    columns: [
      'businessDate',
      'deviceId',
      'state',
      'count',
      'amountFen',
      'reversedFen',
      'supplementFen',
      'netFen',
      'takenCount',
      'takenFen',
      'beyondFen',
      'suspendedCount',
      'suspendedFen',
      'waitingCount',
      'waitingFen',
      'missingCount',
      'diffFen',
      'firstAt',
      'lastAt',
      'offlineCount',
      'onlineRate',
      'deploySiteId',
    ],
    search: [range('businessDate', 'last7Days'), 'deviceId', 'deploySiteId'],
    totals: all(),
  },
  report: {
    identities: [
      eq(['takenFen', 'beyondFen'], ['amountFen', 'suspendedFen', 'waitingFen']),
      eq('takenCount', ['count', 'suspendedCount', 'waitingCount']),
      sum('netFen', ['amountFen', '-reversedFen', 'supplementFen']),
      same('netFen', 'department_consume_summary'),
    ],
    drill: { ...trades, columns: { ...trades.columns, ...elsewhere } },
  },
});

export const equipmentMonthlyData = page({
  path: '/admin/organization/equipment_monthly_data',
  aliases: ['/admin/organization/equipment_month_data', '/admin/organization/equipment/monthly_data'],
  title: '设备月数据',
  menu: ['消费管理', '消费报表'],
  order: 71,
  fields: {
    ...filters,
    ...sums,
    businessDate: date('月份'),
    month: text('月份', { columnWidth: 90 }),
    days: int('营业天数', { unit: '天' }),
    perDayFen: money('日均'),
    onlineRate,
  },
  list: {
    columns: [
      'month',
      'deviceId',
      'deploySiteId',
      'count',
      'amountFen',
      'reversedFen',
      'supplementFen',
      'netFen',
      'days',
      'perDayFen',
      'onlineRate',
    ],
    search: [months('businessDate', 'thisMonth'), 'deviceId', 'deploySiteId'],
    totals: except('days', 'perDayFen'),
  },
  report: {
    identities: [
      sum('netFen', ['amountFen', '-reversedFen', 'supplementFen']),
      same('netFen', 'department_consume_summary'),
    ],
    drill: {
      path: '/admin/organization/equipment_daily_data',
      search: (row) => ({ businessDate: [row.firstDay, row.lastDay], deviceId: row.deviceId }),
      columns: { days: null, perDayFen: null },
    },
    chart: { kind: 'bar', x: 'deviceId', y: ['netFen'] },
  },
});
