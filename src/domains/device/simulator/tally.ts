/** What came of a played lunch, and how it is told. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';

/** By errorcode: how often, and one message of it. */
export type Reasons = Map<number, { count: number; message: string }>;

export interface Tally {
  accepted: number;
  acceptedFen: number;
  refused: Reasons;
  uploaded: number;
  uploadedFen: number;
  suspended: Reasons;
  /** Orders given out at pickup terminals, those told later included. */
  handedOut: number;
  handedOutFen: number;
  /** Reports, orders and ratings people gave at a terminal themselves, and those they took back. */
  askedFor: number;
  takenBack: number;
  duplicates: number;
  /** Terminals whose clock was refused and set. */
  clocksSet: number;
  /** Answers that were none: connection lost, 5xx. */
  faults: number;
  latenciesMs: number[];
}

export function newTally(): Tally {
  return {
    accepted: 0,
    acceptedFen: 0,
    refused: new Map(),
    uploaded: 0,
    uploadedFen: 0,
    suspended: new Map(),
    handedOut: 0,
    handedOutFen: 0,
    askedFor: 0,
    takenBack: 0,
    duplicates: 0,
    clocksSet: 0,
    faults: 0,
    latenciesMs: [],
  };
}

/** Counts a reason. */
export function countReason(reasons: Reasons, errorcode: number, message: string): void {
  const found = reasons.get(errorcode);
  if (found) found.count++;
  else reasons.set(errorcode, { count: 1, message });
}

/** The value below which `share` of the sorted ones lie; 0 of none. */
export const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** A heading with the sum, and a line per reason. */
export const reasonLines = (title: string, reasons: Reasons): string[] => {
  const total = [...reasons.values()].reduce((sum, r) => sum + r.count, 0);
  const lines = [...reasons].sort((a, b) => b[1].count - a[1].count);
  return [
    `${title} ${total} 笔`,
    ...lines.map(([code, r]) => `  ${String(r.count).padStart(5)}  [${code}] ${r.message}`),
  ];
};

/** The summary in lines. */
export function tallyLines(tally: Tally, seconds: number): string[] {
  const sorted = [...tally.latenciesMs].sort((a, b) => a - b);
  return [
    `联机成功 ${tally.accepted} 笔，${formatFenGrouped(tally.acceptedFen)} 元`,
    ...reasonLines('联机拒绝', tally.refused),
    `脱机上传成功 ${tally.uploaded} 笔，${formatFenGrouped(tally.uploadedFen)} 元`,
    ...reasonLines('脱机待处理', tally.suspended),
    ...(tally.handedOut > 0 ? [`取餐 ${tally.handedOut} 单，${formatFenGrouped(tally.handedOutFen)} 元`] : []),
    ...(tally.askedFor > 0 ? [`自助报餐、订餐、评价 ${tally.askedFor} 次，取消 ${tally.takenBack} 次`] : []),
    `重复记录已吸收 ${tally.duplicates} 笔，校时 ${tally.clocksSet} 台，通信故障 ${tally.faults} 次`,
    `合计入账 ${tally.accepted + tally.uploaded + tally.handedOut} 笔，${formatFenGrouped(tally.acceptedFen + tally.uploadedFen + tally.handedOutFen)} 元`,
    `用时 ${seconds.toFixed(1)} 秒，联机响应中位 ${percentile(sorted, 0.5).toFixed(0)} 毫秒，99% 在 ${percentile(sorted, 0.99).toFixed(0)} 毫秒内`,
  ];
}
