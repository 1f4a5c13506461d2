/** Kinds of stock documents: what they are called, who makes them, which entries they become. */
import type { EntryKind } from '../ledger/entry-kinds.ts';

export const billKinds = [
  { value: 'OPENING', label: '期初', tone: 'info' },
  { value: 'IN', label: '其他入库', tone: 'success' },
  { value: 'ISSUE', label: '领用', tone: 'neutral' },
  { value: 'ISSUE_RETURN', label: '退料', tone: 'info' },
  { value: 'LOSS', label: '报损', tone: 'danger' },
  { value: 'TRANSFER', label: '调拨', tone: 'neutral' },
  // Written by what they follow from: acceptance, making, counts, the shop, an invoice.
  { value: 'RECEIVE', label: '采购入库', tone: 'success', notInForms: true },
  { value: 'RECEIVE_RETURN', label: '采购退货', tone: 'warning', notInForms: true },
  { value: 'MAKE', label: '加工', tone: 'info', notInForms: true },
  { value: 'COUNT', label: '盘点', tone: 'warning', notInForms: true },
  { value: 'SALE', label: '销售', tone: 'neutral', notInForms: true },
  { value: 'SALE_RETURN', label: '销售退回', tone: 'info', notInForms: true },
  { value: 'REVALUE', label: '发票调价', tone: 'warning', notInForms: true },
] as const;

export type BillKind = (typeof billKinds)[number]['value'];

/** First letters of a document's number. */
export const prefixOf: Readonly<Record<BillKind, string>> = {
  OPENING: 'QC',
  IN: 'RK',
  RECEIVE: 'YS',
  RECEIVE_RETURN: 'CT',
  ISSUE: 'LL',
  ISSUE_RETURN: 'TL',
  LOSS: 'BS',
  TRANSFER: 'DB',
  MAKE: 'SC',
  COUNT: 'PY',
  SALE: 'XS',
  SALE_RETURN: 'XT',
  REVALUE: 'TJ',
};

/** Where every line brings goods in at a worth that is written on it. */
export const bringsIn = (kind: unknown): boolean => kind === 'OPENING' || kind === 'IN';

/** Where it takes goods out. */
export const takesOut = (kind: unknown): boolean => kind === 'ISSUE' || kind === 'LOSS' || kind === 'TRANSFER';

/** The entry a line becomes. */
export const entryOf: Readonly<Record<'OPENING' | 'IN' | 'ISSUE' | 'LOSS' | 'TRANSFER', EntryKind>> = {
  OPENING: 'OPENING',
  IN: 'IN',
  ISSUE: 'ISSUE',
  LOSS: 'LOSS',
  TRANSFER: 'TRANSFER_OUT',
};
