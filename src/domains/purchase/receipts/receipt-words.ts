/** Words of acceptance. */
import type { Choice } from '../../../kit/define/field.ts';
import { goodsPapers } from '../../stock/public.ts';

export const looks = [
  { value: 'GOOD', label: '好' },
  { value: 'FAIR', label: '一般' },
  { value: 'BAD', label: '差' },
] as const satisfies readonly Choice[];

export const verdicts = [
  { value: 'TAKE', label: '收' },
  { value: 'REFUSE', label: '拒收', tone: 'danger' },
] as const satisfies readonly Choice[];

export const lineStates = [
  { value: 'POSTED', label: '已入库', tone: 'success' },
  { value: 'HELD', label: '价格待批', tone: 'warning' },
  { value: 'REFUSED', label: '已拒收', tone: 'danger' },
] as const satisfies readonly Choice[];

export const receiptStates = [
  { value: 'DONE', label: '已验收', tone: 'success' },
  { value: 'HELD', label: '有价格待批', tone: 'warning' },
] as const satisfies readonly Choice[];

export const papersSeen = [
  ...goodsPapers,
  { value: 'INVOICE', label: '送货单/发票' },
] as const satisfies readonly Choice[];

/** Beyond the order by more, basis points, a delivery is refused. */
export const overBp = 500;
/** A price that much above the average of thirty days waits for a third person. */
export const dearBp = 1_000;

/** How a receipt came about. */
export const receiptKinds = [
  { value: 'ORDER', label: '采购单' },
  { value: 'MARKET', label: '应急采购', tone: 'warning' },
] as const satisfies readonly Choice[];

/** How it was paid at a market. */
export const payWays = [
  { value: 'CASH', label: '现金' },
  { value: 'PHONE', label: '扫码' },
  { value: 'ADVANCE', label: '个人垫付' },
] as const satisfies readonly Choice[];
