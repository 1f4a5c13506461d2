/** A wave's way: sorted by goods, sent, signed for line by line. */
import { type Choice, choice, decimal, lines, ref, text } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';
import { arrivalTemp } from '../../stock/public.ts';

/** What a wave carries: orders that somebody has paid for, or what kitchens are sent. */
export const waveKinds = [
  { value: 'SHOP', label: '商超订单', tone: 'info' },
  { value: 'MATERIAL', label: '食堂物料', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const waveStatuses = [
  { value: 'TO_SORT', label: '待分拣', tone: 'warning' },
  { value: 'SORTED', label: '已分拣', tone: 'info' },
  { value: 'DELIVERING', label: '配送中', tone: 'info' },
  { value: 'SIGNED', label: '已签收', tone: 'success' },
] as const satisfies readonly Choice[];

const goods = {
  goodsId: ref('商品', 'goods', { required: true, width: 200 }),
  quantity: decimal('数量（千克或件）', { required: true, digits: 3, min: 0, max: 1_000_000 }),
  reason: text('原因', { required: true, max: 60, width: 150 }),
};

/** What there is of goods that do not suffice. */
export const short = lines('只有这么多的商品', goods, {
  max: 100,
  unique: ['goodsId'],
  help: '没有列出的足数；不够的按所订比例分给各单，退回货款',
});

type Row = Readonly<Record<string, unknown>>;
const ofOrders = (row: Row) => (row.kind === 'SHOP' ? undefined : '');
const ofMaterial = (row: Row) => (row.kind === 'MATERIAL' ? undefined : '');

const receiver = text('签收人', { required: true, max: 20 });

export const waveFlow = flow(waveStatuses, {
  sort: {
    label: '分拣',
    from: ['TO_SORT'],
    to: 'SORTED',
    tone: 'primary',
    outcome: true,
    ask: { short },
    done: '已分拣，缺货已分摊并退回货款',
    unless: ofOrders,
  },
  load: {
    label: '物料分拣',
    from: ['TO_SORT'],
    to: 'SORTED',
    tone: 'primary',
    ask: { short: { ...short, help: '没有列出的足数；不够的按所要比例分给各调拨单，各单写明缺多少' } },
    done: '已分拣，缺货写在调拨单上',
    unless: ofMaterial,
  },
  depart: {
    label: '发车',
    from: ['SORTED'],
    to: 'DELIVERING',
    tone: 'primary',
    ask: {
      driver: text('司机', { required: true, max: 20 }),
      car: text('车牌', { max: 10 }),
      temp: decimal('车厢温度（℃）', {
        digits: 1,
        min: -40,
        max: 40,
        help: '车上有冷藏、冷冻商品时必填，高于其最高温度不能发车',
      }),
    },
    done: '已发车',
  },
  sign: {
    label: '确认送达',
    from: ['DELIVERING'],
    to: 'SIGNED',
    tone: 'success',
    outcome: true,
    ask: {
      receiver,
      temp: arrivalTemp,
      refused: lines(
        '拒收的商品',
        {
          ...goods,
          what: choice(
            '去向',
            [
              { value: 'BACK', label: '完好，退回仓里' },
              { value: 'LOST', label: '损坏，报损' },
            ],
            { initial: 'BACK' },
          ),
        },
        {
          max: 100,
          unique: ['goodsId'],
          help: '按所订比例从各单扣除，货款退回；整单拒收的取消。损坏的生成报损单草稿，由仓管提交、另一人过账',
        },
      ),
    },
    done: '已签收，货款已入账',
    unless: ofOrders,
  },
  arrive: {
    label: '物料送达',
    from: ['DELIVERING'],
    to: 'SIGNED',
    tone: 'success',
    ask: {
      receiver,
      temp: arrivalTemp,
      missing: lines(
        '短少与拒收',
        {
          ...goods,
          what: choice(
            '去向',
            [
              { value: 'BACK', label: '拒收，退回发出仓' },
              { value: 'LOST', label: '短少，按在途报损' },
            ],
            { initial: 'BACK' },
          ),
        },
        { max: 100, unique: ['goodsId', 'what'], help: '全部收到的不用填' },
      ),
    },
    done: '已签收，物料已入食堂仓',
    unless: ofMaterial,
  },
});
