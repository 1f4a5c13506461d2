/** 半成品与改用料: what the caterer makes itself and of what, and dishes that are bought otherwise than the menu's recipe says. */
import { bool, choice, date, decimal, lines, money, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';

const cost = { sees: 'cost' } as const;
const ofDish = (values: Readonly<Record<string, unknown>>) => values.kind === 'DISH' || values.kind === 'LIBRARY';

export default page({
  path: '/admin/contractor/supermarket/bom_recipe',
  title: '半成品与改用料',
  menu: ['商超', '商品'],
  order: 55,
  limited: 'common',
  wide: ['organizationId'],
  verbs: { cost: '查看成本' },
  duties: { cost: 'keep' },
  fields: {
    kind: choice(
      '类型',
      [
        { value: 'GOODS', label: '半成品', tone: 'info' },
        { value: 'DISH', label: '单位菜品', tone: 'neutral' },
        { value: 'LIBRARY', label: '各单位菜品', tone: 'neutral' },
      ],
      {
        required: true,
        createOnly: true,
        help: '半成品自己做，采购时拆成用料；菜品改用料后按这里的商品采购和算成本，不再按菜谱',
      },
    ),
    name: text('名称'),
    goodsId: ref('半成品', 'goods', { required: true, createOnly: true, when: (values) => values.kind === 'GOODS' }),
    dishId: ref('菜品', '/admin/contractor/supermarket/food_bom', {
      required: true,
      createOnly: true,
      when: ofDish,
      help: '「各单位菜品」指各单位里来自同一平台菜品的；单位自己另有改用料的以单位的为准',
    }),
    organizationId: ref('单位', 'organization', { none: '' }),
    made: decimal('做出', {
      required: true,
      digits: 3,
      min: 0.001,
      max: 1_000_000_000,
      help: '半成品按基本单位（克、毫升、个），菜品按份；下面的用料就是做出这么多要的',
    }),
    lines: lines(
      '用料',
      {
        goodsId: ref('商品', 'goods', { required: true }),
        qty: decimal('数量（基本单位）', { required: true, digits: 3, min: 0.001, max: 1_000_000_000 }),
      },
      { required: true, min: 1, max: 50, unique: ['goodsId'] },
    ),
    kept: bool('做好入库', {
      createOnly: true,
      initial: false,
      when: (values) => values.kind === 'GOODS',
      words: [{ label: '做好入库', tone: 'info' }, { label: '' }],
      help: '勾选：提前做好按批次放在仓里，用加工单做，菜品领用它本身；不勾选：现做现用，采购和领料直接拆成用料',
    }),
    parts: text('用料', { columnWidth: 280 }),
    costFen: money('成本', { ...cost, help: '半成品每千克、升、个，菜品每份；按库存现在的均价，没有库存按最近进价' }),
    fromDate: date('生效日期', { required: true, starts: 'today' }),
    note: text('说明', { max: 60 }),
    state: choice('状态', [
      { value: 'NOW', label: '生效中', tone: 'success' },
      { value: 'COMING', label: '未生效', tone: 'info' },
      { value: 'BACK', label: '已改回', tone: 'neutral' },
      { value: 'OVER', label: '已结束', tone: 'neutral' },
    ]),
    createdAt: time('登记时间'),
  },
  list: {
    columns: ['name', 'kind', 'kept', 'organizationId', 'parts', 'costFen', 'fromDate', 'note', 'state'],
    important: ['name', 'kind', 'parts', 'costFen', 'fromDate', 'state'],
    search: [keyword('名称', 'name'), 'kind', 'goodsId', 'dishId', 'organizationId', 'state'],
    row: [
      {
        key: 'giveUp',
        label: '改回',
        form: { fromDate: date('从哪天起', { required: true, starts: 'today' }) },
        when: (row) => row.state === 'NOW',
        done: '已改回，到那天起按原来的采购',
      },
      {
        key: 'withdraw',
        label: '撤回',
        tone: 'danger',
        confirm: '撤回「{name}」还没有生效的用料？',
        when: (row) => row.state === 'COMING',
      },
      'view',
    ],
    tools: ['create'],
    sort: '-createdAt',
    detail: [
      'name',
      'kind',
      'kept',
      'organizationId',
      'made',
      'parts',
      'costFen',
      'fromDate',
      'note',
      'state',
      'createdAt',
    ],
  },
  form: {
    createOnly: true,
    sections: [{ fields: ['kind', 'goodsId', 'dishId', 'made', 'kept', 'lines', 'fromDate', 'note'] }],
    done: '已保存，需求和毛利从生效日起按它算',
  },
});
