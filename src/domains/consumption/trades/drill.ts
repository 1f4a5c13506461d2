/** Where the numbers of consumption reports lead: to the lines of 消费明细 that each column adds up. */
import type { Drill } from '../../../kit/define/page.ts';

const unitLines = '/admin/organization/consume_detail';

/** Columns that count what was consumed, before anything was put right. */
const consumed = [
  'consumeCount',
  'count',
  'originFen',
  'discountFen',
  'mainFen',
  'subsidyFen',
  'giftFen',
  'arrearsFen',
  'amountFen',
  'countUsed',
] as const;

/** `lines` are those of the net at `path`; 纠错, 补扣 and what was consumed are the lines of their kind among them. */
export function drillByKind(
  lines: Drill['search'],
  path = unitLines,
): Drill & { columns: Record<string, Drill | null> } {
  const only = (more: Record<string, unknown>): Drill => ({
    path,
    search: (row, search) => ({ ...lines(row, search), ...more }),
  });
  return {
    path,
    search: lines,
    columns: {
      ...Object.fromEntries(consumed.map((key) => [key, only({ kind: 'CONSUME' })])),
      thirdFen: only({ kind: 'CONSUME', thirdPaid: true }),
      reversedFen: only({ kind: 'REVERSE' }),
      supplementFen: only({ kind: 'SUPPLEMENT' }),
      offlineCount: only({ kind: 'CONSUME', offline: true }),
      heads: only({ counted: true }),
      // No sum over lines: who comes twice counts once, and an average is nobody's.
      people: null,
      perHeadFen: null,
    },
  };
}
