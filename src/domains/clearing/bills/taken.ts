/** What became of dropped files; server and console share it. Amounts are fen. */

export interface WrittenBill {
  id: number;
  channel: string;
  kind: 'TRADE' | 'FUND';
  merchantNo: string;
  day: string;
  version: number;
  lineCount: number;
  inFen: number;
  outFen: number;
  /** These very lines were there before: nothing has changed. */
  same: boolean;
  added: number;
  removed: number;
  changed: number;
}

export interface TakenBill extends WrittenBill {
  matched: number;
  transit: number;
  problems: number;
}
/** A merchant number that stands in a bill and is registered nowhere. */
export interface UnknownMerchant {
  channel: string;
  merchantNo: string;
}
export interface TakenSheet {
  name: string;
  bills: TakenBill[];
  /** Why nothing of it was kept, with the number of the refusal. */
  refused: string;
  code: number;
  /** It stands in the log that it was tried. */
  noted: boolean;
  unknown?: UnknownMerchant;
}
