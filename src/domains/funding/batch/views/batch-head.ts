/** A batch as its page reads it. */
import type { BatchStatus } from '../states.ts';

export interface BatchHead {
  id: number;
  batchNo: string;
  name: string;
  mode: string;
  status: BatchStatus;
  filename: string | null;
  reason: string;
  restWay: string | null;
  totalCount: number;
  totalFen: number;
  leftOutCount: number;
  okCount: number;
  okFen: number;
  failCount: number;
  failFen: number;
  creatorName: string;
  /** Made by who looks at it, who then cannot approve it. */
  own: boolean;
  auditorName: string | null;
  auditReason: string | null;
}

export const stepTitles = ['选择', '校验', '审核', '执行', '结果'];

/** Whether the page is of 批量退款 rather than 批量充值. */
export const isRefund = (path: string) => path.includes('/refund/');
