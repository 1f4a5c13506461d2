/** What holding a bill against the orders may find, the most pressing first; for the server's words and the screen's tags. */

export const findingKinds = [
  { value: 'CREDITED', label: '已补入账', tone: 'success' },
  { value: 'REFUND_DONE', label: '退款已完成', tone: 'success' },
  { value: 'NOT_CREDITED', label: '未能入账', tone: 'danger' },
  { value: 'AMOUNT', label: '金额不符', tone: 'danger' },
  { value: 'NUMBER', label: '流水号不符', tone: 'warning' },
  { value: 'REVERSED', label: '已冲正', tone: 'neutral' },
  { value: 'NOT_IN_BILL', label: '账单没有', tone: 'warning' },
  { value: 'REFUND_OPEN', label: '退款未完成', tone: 'warning' },
  { value: 'NO_ORDER', label: '本系统没有', tone: 'warning' },
] as const;
export type FindingKind = (typeof findingKinds)[number]['value'];

/** Where a kind stands in that order. */
export const findingRank = (kind: FindingKind): number => findingKinds.findIndex((one) => one.value === kind);

export interface Finding {
  kind: FindingKind;
  refund: boolean;
  /** Line in the file; null for what the file lacks. */
  rowNo: number | null;
  /** Number of our order or refund, as far as known. */
  no: string;
  channelNo: string;
  personName: string;
  /** As the bill has it and as it stands here; null on the side that lacks it. */
  billFen: number | null;
  ourFen: number | null;
  /** ISO 8601. */
  at: string;
  why: string;
}

export interface BillResult {
  lineCount: number;
  otherCount: number;
  matchedCount: number;
  matchedFen: number;
  refundMatchedCount: number;
  refundMatchedFen: number;
  creditedCount: number;
  creditedFen: number;
  problemCount: number;
  findings: Finding[];
}
