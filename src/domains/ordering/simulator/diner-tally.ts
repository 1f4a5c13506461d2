/** What came of a played week of diners, and how it is told. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { percentile, type Reasons, reasonLines } from '../../device/public.server.ts';

export interface DinerTally {
  reported: number;
  unreported: number;
  ordered: number;
  orderedFen: number;
  cancelled: number;
  /** By errorcode: how often, and one message of it. */
  refused: Reasons;
  /** Sent again under the same number, answered the same. */
  repeated: number;
  /** Asked for somebody else's order, told that there is none. */
  strangers: number;
  /** Told to wait by the limits. */
  slowed: number;
  /** No answer, or another one than it must be. */
  faults: string[];
  /** Whose records at the end are those the simulator made. */
  agreeing: number;
  /** Milliseconds of each answer. */
  latenciesMs: number[];
}

export const newDinerTally = (): DinerTally => ({
  reported: 0,
  unreported: 0,
  ordered: 0,
  orderedFen: 0,
  cancelled: 0,
  refused: new Map(),
  repeated: 0,
  strangers: 0,
  slowed: 0,
  faults: [],
  agreeing: 0,
  latenciesMs: [],
});

const shownFaults = 5;

/** The summary in lines. */
export function dinerLines(tally: DinerTally, diners: number, seconds: number): string[] {
  const sorted = [...tally.latenciesMs].sort((a, b) => a - b);
  const ms = (share: number) => percentile(sorted, share).toFixed(0);
  return [
    `报餐 ${tally.reported} 次，取消 ${tally.unreported} 次`,
    `订餐 ${tally.ordered} 单，${formatFenGrouped(tally.orderedFen)} 元，取消 ${tally.cancelled} 单`,
    ...reasonLines('被拒绝', tally.refused),
    `同一序号重发 ${tally.repeated} 次，应答相同；冒看他人订单 ${tally.strangers} 次，都答没有；限流等待 ${tally.slowed} 次`,
    `本人记录与所做一致 ${tally.agreeing} / ${diners} 人，异常 ${tally.faults.length} 次`,
    ...tally.faults.slice(0, shownFaults).map((fault) => `  ${fault}`),
    `用时 ${seconds.toFixed(1)} 秒，${tally.latenciesMs.length} 个请求，响应中位 ${ms(0.5)} 毫秒，99% 在 ${ms(0.99)} 毫秒内`,
  ];
}
