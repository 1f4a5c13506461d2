/** 加工单: half-finished goods made of raw ones for stock: what went in by lots, what came out, how much of it was lost and why. */
import {
  choice,
  date,
  decimal,
  int,
  lines,
  longText,
  money,
  percent,
  ref,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { makingFlow, makingStatuses } from '../making-states.ts';

const path = '/admin/contractor/erp/production';
const bill = '/admin/contractor/erp/stock_bill';
const cost = { sees: 'cost' } as const;

export const production = page({
  path,
  title: '加工单',
  menu: ['进销存', '业务'],
  order: 33,
  limited: 'common',
  verbs: { cost: '查看成本' },
  duties: { cost: 'keep', draw: 'make', plan: 'make', finish: 'check' },
  fields: {
    productionNo: text('加工单号', { columnWidth: 150 }),
    goodsId: ref('半成品', 'goods'),
    storehouseId: ref('仓库', 'storehouse'),
    dueOn: date('加工日期'),
    planWords: text('应做'),
    parts: text('用料', { columnWidth: 240 }),
    madeWords: text('产出'),
    expectedWords: text('应出'),
    yieldRatio: percent('出成率', { help: '产出 ÷ 按实际投料应出的数量' }),
    lossWords: text('损耗'),
    costFen: money('用料成本', { ...cost, help: '投料出库的金额，全部转入产出的批次' }),
    lines: lines(
      '投料',
      {
        lineId: int('行', { readOnly: true }),
        goodsName: text('物料', { readOnly: true, width: 200 }),
        need: text('按用料', { readOnly: true }),
        unit: text('单位', { readOnly: true }),
        taken: decimal('实投', { digits: 3, min: 0, max: 1_000_000, width: 100, placeholder: '照备料' }),
      },
      { fixed: true, unique: ['lineId'], carry: ['lineId'], max: 50 },
    ),
    made: decimal('产出', { digits: 3, min: 0, max: 1_000_000, help: '千克、升或个，称重后填写' }),
    lotNo: text('批号', { max: 40, placeholder: '不填用加工单号' }),
    producedOn: date('生产日期', { help: '不填为今天' }),
    expiresOn: date('到期日期', { help: '不填按保质期算，只能更早' }),
    lossReason: longText('损耗原因', { max: 100, help: '比应出少 2% 以上必填' }),
    status: choice('状态', makingStatuses),
    billId: ref('出入库单', bill, { none: '' }),
    makerName: text('加工人'),
    checkerName: text('复核人'),
    checkedAt: time('复核时间'),
    checkNote: text('说明'),
    createdAt: time('制单时间', { sortable: true }),
  },
  list: {
    columns: [
      'productionNo',
      'goodsId',
      'storehouseId',
      'dueOn',
      'planWords',
      'parts',
      'madeWords',
      'yieldRatio',
      'lossReason',
      'costFen',
      'expiresOn',
      'status',
      'makerName',
      'checkerName',
    ],
    important: ['productionNo', 'goodsId', 'planWords', 'madeWords', 'yieldRatio', 'status'],
    search: [range('dueOn'), 'goodsId', 'storehouseId', 'status', keyword('单号/批号', 'productionNo', 'lotNo')],
    totals: ['costFen'],
    sort: '-createdAt',
    detail: [
      'productionNo',
      'goodsId',
      'storehouseId',
      'dueOn',
      'planWords',
      'expectedWords',
      'madeWords',
      'yieldRatio',
      'lossWords',
      'lossReason',
      'costFen',
      'lotNo',
      'producedOn',
      'expiresOn',
      'status',
      'billId',
      'makerName',
      'checkerName',
      'checkedAt',
      'checkNote',
      'createdAt',
    ],
    drills: {
      billId: { path: `${bill}/record`, search: (row) => ({ id: row.billId }) },
      madeWords: {
        path: '/admin/contractor/erp/stock_ledger',
        search: (row) => ({ billId: row.billId, businessDate: null }),
      },
    },
    tools: [
      {
        key: 'plan',
        label: '按需求生成',
        tone: 'primary',
        form: {
          day: date('用餐日期', {
            required: true,
            starts: 'today',
            help: '当天菜谱要的半成品，减去在库、在途与待加工的',
          }),
        },
        done: '已生成加工单',
      },
      {
        key: 'draw',
        label: '新增',
        form: {
          goodsId: ref('半成品', 'goods', { required: true, help: '在「半成品与改用料」登记为做好入库的' }),
          storehouseId: ref('仓库', 'storehouse', { required: true, help: '用料从这里出，产出入这里' }),
          qty: decimal('应做', { required: true, digits: 3, min: 0.001, max: 1_000_000, help: '千克、升或个' }),
          dueOn: date('加工日期', { required: true, starts: 'today' }),
        },
        done: '已生成加工单',
      },
    ],
    row: [
      { key: 'edit', label: '填写投料与产出', open: `${path}/form?id={id}`, when: (row) => row.status === 'PLANNED' },
      ...makingFlow.buttons,
      { key: 'print', label: '打印加工单', shows: 'receipt' },
      'view',
    ],
  },
  form: {
    sections: [
      { title: '投料', fields: ['lines'] },
      { title: '产出', fields: ['made', 'lotNo', 'producedOn', 'expiresOn', 'lossReason'] },
    ],
    opens: `${path}/record?id={id}`,
    saved: '已记下，等待复核',
  },
});

export const productionLine = page({
  of: production,
  by: 'productionId',
  path: 'line',
  title: '投料明细',
  fields: {
    productionId: int('加工单'),
    lineNo: int('行'),
    goodsName: text('物料', { columnWidth: 180 }),
    need: text('按用料'),
    taken: text('实投'),
    differs: text('多投少投'),
    onHand: text('仓内可用'),
    lots: text('批次', { columnWidth: 220 }),
    costFen: money('金额', cost),
  },
  list: { sort: 'lineNo', totals: ['costFen'] },
});

export default [production, productionLine];
