/** Kinds of entries of the stock ledger: which way they go, and which column of the day they are counted in. */

export const entryKinds = [
  { value: 'OPENING', label: '期初', tone: 'info' },
  { value: 'IN', label: '其他入库', tone: 'success' },
  { value: 'RECEIVE', label: '采购入库', tone: 'success' },
  { value: 'RECEIVE_RETURN', label: '采购退货', tone: 'warning' },
  { value: 'ISSUE', label: '领用', tone: 'neutral' },
  { value: 'ISSUE_RETURN', label: '退料', tone: 'info' },
  { value: 'LOSS', label: '报损', tone: 'danger' },
  { value: 'SALE', label: '销售', tone: 'neutral' },
  { value: 'SALE_RETURN', label: '销售退回', tone: 'info' },
  { value: 'MAKE_OUT', label: '加工投料', tone: 'neutral' },
  { value: 'MAKE_IN', label: '加工产出', tone: 'success' },
  { value: 'TRANSFER_OUT', label: '调出', tone: 'neutral' },
  { value: 'TRANSFER_IN', label: '调入', tone: 'neutral' },
  { value: 'COUNT_GAIN', label: '盘盈', tone: 'warning' },
  { value: 'COUNT_LOSS', label: '盘亏', tone: 'danger' },
  { value: 'REVALUE', label: '调价', tone: 'warning' },
] as const;

export type EntryKind = (typeof entryKinds)[number]['value'];

/** Groups of a day, each a pair of columns `…_qty` and `…_fen`; what leaves is counted positive there. */
export const dayGroups = ['in', 'issue', 'sale', 'loss', 'away', 'count', 'revalue'] as const;
export type DayGroup = (typeof dayGroups)[number];

interface InDay {
  group: DayGroup;
  /** −1 where the group counts what leaves. */
  sign: 1 | -1;
}

const into: InDay = { group: 'in', sign: 1 };
const away: InDay = { group: 'away', sign: -1 };
const issue: InDay = { group: 'issue', sign: -1 };
const sale: InDay = { group: 'sale', sign: -1 };
const count: InDay = { group: 'count', sign: 1 };

export const inDay: Readonly<Record<EntryKind, InDay>> = {
  OPENING: into,
  IN: into,
  RECEIVE: into,
  TRANSFER_IN: into,
  MAKE_IN: into,
  RECEIVE_RETURN: away,
  TRANSFER_OUT: away,
  MAKE_OUT: away,
  ISSUE: issue,
  ISSUE_RETURN: issue,
  LOSS: { group: 'loss', sign: -1 },
  SALE: sale,
  SALE_RETURN: sale,
  COUNT_GAIN: count,
  COUNT_LOSS: count,
  REVALUE: { group: 'revalue', sign: 1 },
};

/** The kinds that a column of the day counts. */
export const kindsIn = (group: DayGroup): EntryKind[] =>
  entryKinds.map(({ value }) => value).filter((kind) => inDay[kind].group === group);

/** What is bought, found or made: its price is what the goods cost last. */
export const pricing: ReadonlySet<EntryKind> = new Set(['OPENING', 'IN', 'RECEIVE', 'MAKE_IN']);
