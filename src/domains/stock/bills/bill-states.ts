/** A stock document's way. Money and second persons by the goods' limits are looked at when it is posted. */
import { type Choice, choice, decimal, int, lines, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const billStatuses = [
  { value: 'DRAFT', label: '草稿', tone: 'neutral' },
  { value: 'SUBMITTED', label: '待过账', tone: 'warning' },
  { value: 'POSTED', label: '已过账', tone: 'success' },
  { value: 'SENT', label: '在途', tone: 'info' },
  { value: 'RECEIVED', label: '已收货', tone: 'success' },
  { value: 'PART', label: '短少收货', tone: 'warning' },
  { value: 'REVERSED', label: '已冲销', tone: 'danger' },
  { value: 'NOT_SENT', label: '缺货未发', tone: 'warning' },
] as const satisfies readonly Choice[];

type Row = Readonly<Record<string, unknown>>;
const transfer = (row: Row) => (row.kind === 'TRANSFER' ? '' : undefined);
const noTransfer = (row: Row) => (row.kind === 'TRANSFER' ? undefined : '');

export const arrivalTemp = decimal('到货温度（℃）', {
  digits: 1,
  min: -40,
  max: 40,
  help: '冷藏、冷冻的随车送来时必填；高于验收最高温度的须拒收',
});

/** What did not arrive, and what was turned away; lines that are not named have arrived whole. */
export const shorts = lines(
  '短少明细',
  {
    lineNo: int('行号', { required: true, min: 1, max: 500 }),
    shortQty: int('少收（克、毫升、个）', { required: true, min: 1, max: 1_000_000_000_000 }),
    what: choice(
      '去向',
      [
        { value: 'LOST', label: '短少，按在途报损' },
        { value: 'BACK', label: '拒收，退回调出仓' },
      ],
      { initial: 'LOST' },
    ),
  },
  { max: 500, help: '全部收到的不用填；没有送到的记短少，不收的记拒收。行号是单据明细和调拨单上的行' },
);

export const billFlow = flow(billStatuses, {
  submit: {
    label: '提交',
    from: ['DRAFT'],
    to: 'SUBMITTED',
    tone: 'primary',
    done: '已提交，等待过账',
    unless: transfer,
  },
  recall: { label: '撤回', from: ['SUBMITTED'], to: 'DRAFT', by: 'maker' },
  post: {
    label: '过账',
    from: ['SUBMITTED'],
    to: 'POSTED',
    tone: 'success',
    decides: true,
    confirm: '{billNo} {kind} 过账后库存立即变动，只能冲销。确定过账？',
    done: '已过账',
    unless: transfer,
  },
  send: {
    label: '发出',
    from: ['DRAFT'],
    to: 'SENT',
    tone: 'primary',
    confirm: '{billNo} 发出后在途，由收货仓确认实收。确定发出？',
    done: '已发出',
    unless: noTransfer,
  },
  receive: {
    label: '收货',
    from: ['SENT'],
    to: 'RECEIVED',
    by: 'other',
    tone: 'success',
    ask: { temp: arrivalTemp, shorts, note: longText('少收原因', { max: 100, help: '有短少或拒收时必填' }) },
    done: '已收货',
  },
  none: { label: '缺货未发', from: ['DRAFT'], to: 'NOT_SENT', by: 'house' },
  short: { label: '短少收货', from: ['SENT'], to: 'PART', by: 'house' },
  reverse: {
    label: '冲销',
    from: ['POSTED'],
    to: 'REVERSED',
    by: 'other',
    tone: 'danger',
    ask: { reason: longText('冲销原因', { required: true, max: 100 }) },
    done: '已冲销',
    unless: (row) => (row.reversesId !== null && row.reversesId !== undefined ? '' : undefined),
  },
});
