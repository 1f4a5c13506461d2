/** 每日消费收款 of the platform: per day, unit and caterer what was eaten, and what of it is due to whom cooked. */
import { date, int, money, ref } from '../../../../kit/define/field.ts';
import { against, eq, sum } from '../../../../kit/define/identity.ts';
import { all, type Drill, page, range } from '../../../../kit/define/page.ts';
import { netByPeople } from '../../../consumption/public.ts';

const day: Drill['search'] = (row) => ({
  businessDate: [row.businessDate, row.businessDate],
  contractorId: row.contractorId,
  selfRun: row.contractorId === null ? true : undefined,
});
const lines = (...kind: string[]): Drill => ({
  path: '/admin/platform/consume',
  search: (row, search) => ({ ...day(row, search), ...(kind.length > 0 ? { kind } : {}) }),
});
const settled: Drill = {
  path: '/admin/platform/everyday_income_summary',
  search: (row) => ({ businessDate: [row.businessDate, row.businessDate], contractorId: row.contractorId }),
};

export default page({
  path: '/admin/platform/daily_consume_receipts',
  aliases: ['/admin/platform/daily_consume'],
  title: '每日消费收款',
  menu: ['资金', '收款报表'],
  order: 30,
  wide: ['organizationId'],
  fields: {
    organizationId: ref('单位', 'organization'),
    businessDate: date('日期'),
    contractorId: ref('承包商', 'contractor', { none: '单位自营' }),
    consumeCount: int('消费笔数', { unit: '笔' }),
    amountFen: money('消费额'),
    reversedFen: money('纠错'),
    supplementFen: money('补扣'),
    netFen: money('净额'),
    settledFen: money('已算进合同日', { help: '夜里算好的合同日里的消费净额；单位自营的不结算' }),
    pendingFen: money('待算', { help: '当天的，和算好以后补传、纠错的；下次计算时补入' }),
    dueFen: money('应分金额', { help: '已算的净额，加计次折价与单位承担的纠错' }),
    feeFen: money('手续费', { help: '渠道手续费' }),
    serviceFen: money('平台服务费'),
    shareFen: money('单位分成'),
    contractorFen: money('应结', { help: '应分金额 − 手续费 − 平台服务费 − 单位分成' }),
  },
  list: {
    important: [
      'organizationId',
      'businessDate',
      'contractorId',
      'consumeCount',
      'amountFen',
      'netFen',
      'feeFen',
      'contractorFen',
    ],
    search: [range('businessDate', 'last7Days'), 'organizationId', 'contractorId'],
    totals: all(),
  },
  report: {
    identities: [
      sum('netFen', ['amountFen', '-reversedFen', 'supplementFen']),
      against('netFen', netByPeople),
      eq('dueFen', ['feeFen', 'serviceFen', 'shareFen', 'contractorFen']),
    ],
    drill: {
      ...lines(),
      columns: {
        consumeCount: lines('CONSUME'),
        amountFen: lines('CONSUME'),
        reversedFen: lines('REVERSE'),
        supplementFen: lines('SUPPLEMENT'),
        settledFen: settled,
        pendingFen: null,
        dueFen: settled,
        feeFen: settled,
        serviceFen: settled,
        shareFen: settled,
        contractorFen: settled,
      },
    },
  },
});
