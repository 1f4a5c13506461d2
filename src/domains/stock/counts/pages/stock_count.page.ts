/** 盘点: what is there against what the book says, counted blind while the store goes on working. */
import { choice, decimal, int, lines, money, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { goodsCategories } from '../../goods/goods-words.ts';
import { countFlow, countScopes, countStatuses, isBlind } from '../count-states.ts';

const path = '/admin/contractor/erp/stock_count';
const cost = { sees: 'cost' } as const;

export const stockCount = page({
  path,
  title: '盘点',
  menu: ['进销存', '业务'],
  order: 40,
  limited: 'common',
  verbs: { cost: '查看成本' },
  duties: { cost: 'keep' },
  fields: {
    countNo: text('盘点单号', { columnWidth: 170 }),
    storehouseId: ref('仓库', 'storehouse', { required: true, createOnly: true }),
    scope: choice('范围', countScopes, { required: true, createOnly: true, initial: 'ALL' }),
    category: choice('分类', goodsCategories, {
      required: true,
      createOnly: true,
      when: (values) => values.scope === 'CATEGORY',
    }),
    lines: lines(
      '清点',
      {
        lineId: int('行', { readOnly: true }),
        goodsName: text('商品', { readOnly: true, width: 200 }),
        unit: text('单位', { readOnly: true }),

        counted: decimal('实盘数量', { digits: 3, min: 0, max: 1_000_000_000, width: 150 }),
      },
      {
        fixed: true,
        unique: ['lineId'],
        carry: ['lineId'],
        max: 5_000,
        when: (values) => Array.isArray(values.lines) && values.lines.length > 0,
      },
    ),
    lineCount: int('物料', { unit: '种' }),
    countedCount: int('已盘', { unit: '种' }),
    diffCount: int('有差异', { unit: '种' }),
    diffFen: money('差异金额', cost),
    status: choice('状态', countStatuses),
    makerName: text('制单人'),
    checkerName: text('审核人'),
    checkedAt: time('审核时间'),
    checkNote: text('退回原因', { readOnly: true, when: (values) => Boolean(values.checkNote) }),
    createdAt: time('开始时间', { sortable: true }),
  },
  list: {
    columns: except('category', 'checkedAt', 'checkNote'),
    search: [range('createdAt'), 'storehouseId', 'status', keyword('单号', 'countNo')],
    tools: ['create'],
    row: [
      { key: 'count', label: '清点', open: `${path}/form?id={id}`, when: (row) => isBlind(row.status) },
      ...countFlow.buttons,
      { key: 'print', label: '打印', shows: 'receipt', when: (row) => row.status !== 'CANCELLED' },
      'view',
    ],
  },
  form: {
    sections: [
      { fields: ['storehouseId', 'scope', 'category', 'checkNote'] },
      { title: '清点（按千克、升、个填写，可分几次保存）', fields: ['lines'] },
    ],
    opens: `${path}/form?id={id}`,
    done: '已生成盘点表',
  },
});

export const stockCountLine = page({
  of: stockCount,
  by: 'countId',
  path: 'line',
  title: '盘点明细',
  fields: {
    countId: int('盘点'),
    lineNo: int('行'),
    goodsName: text('商品', { columnWidth: 180 }),
    countedWords: text('实盘'),
    bookWords: text('账面', { help: '清点时的账面，提交后可见' }),
    diffWords: text('差异'),
    diffFen: money('差异金额', cost),
    countedName: text('清点人'),
    countedAt: time('清点时间'),
    firstWords: text('初盘'),
  },
  list: { sort: 'lineNo', totals: ['diffFen'] },
});

export default [stockCount, stockCountLine];
