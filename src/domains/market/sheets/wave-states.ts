/** A wave's way: sorted by goods, sent, signed for line by line. */
import { type Choice, decimal, lines, ref, text } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

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

export const waveFlow = flow(waveStatuses, {
  sort: {
    label: '分拣',
    from: ['TO_SORT'],
    to: 'SORTED',
    tone: 'primary',
    outcome: true,
    ask: { short },
    done: '已分拣，缺货已分摊并退回货款',
  },
  depart: {
    label: '发车',
    from: ['SORTED'],
    to: 'DELIVERING',
    tone: 'primary',
    ask: {
      driver: text('司机', { required: true, max: 20 }),
      car: text('车牌', { max: 10 }),
      temp: decimal('车厢温度（℃）', { digits: 1, min: -40, max: 40 }),
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
      receiver: text('签收人', { required: true, max: 20 }),
      refused: lines('拒收的商品', goods, {
        max: 100,
        unique: ['goodsId'],
        help: '拒收的留在仓里，按所订比例从各单扣除',
      }),
    },
    done: '已签收，货款已入账',
  },
});
