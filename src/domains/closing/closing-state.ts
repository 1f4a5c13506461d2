/** What the pages 账目核对 and 月结 show; server and console share it. Amounts are fen, months `YYYY-MM`. */

/** One rule of the ledger with what the last run found against it. */
export interface RuleResult {
  rule: string;
  title: string;
  meaning: string;
  breaks: BreakShown[];
}

export interface BreakShown {
  /** In words, with the person's name where it is about one. */
  subject: string;
  found: string;
}

export interface CheckRun {
  id: number;
  startedAt: string;
  finishedAt: string;
  seconds: number;
  postingCount: number;
  breakCount: number;
  /** Who asked for it; 夜间自动 otherwise. */
  by: string;
}

export interface LedgerCheckState {
  running: { askedAt: string; askedName: string; status: 'QUEUED' | 'RUNNING'; percent: number } | null;
  /** Why the last asked-for run did not end. */
  failed: string | null;
  last: CheckRun | null;
  rules: RuleResult[];
  scope: { from: string | null; to: string | null; wallets: number; people: number; floatFen: number };
  runs: CheckRun[];
}

/** HARD must be put right; SOFT may be accepted with a note. */
export type StepWeight = 'HARD' | 'SOFT';

export interface StepEvidence {
  key: string;
  title: string;
  weight: StepWeight;
  /** Nothing is open. */
  ok: boolean;
  /** What was counted, in words. */
  figure: string;
  /** Where it can be worked off. */
  path: string | null;
  query: Record<string, string> | null;
  /** Accepted as it is. */
  note: { text: string; by: string; at: string } | null;
}

export interface MonthTotals {
  openingFen: number;
  /** 充值 and 存款. */
  incomingFen: number;
  grantedFen: number;
  /** Net of corrections, supplements included. */
  consumedFen: number;
  tradeCount: number;
  /** 退款 and 取款. */
  paidOutFen: number;
  /** 清零 and 退补贴. */
  takenBackFen: number;
  /** Everything else, signed. */
  otherFen: number;
  closingFen: number;
}

/** First and last business day of a month, and the day before it. */
export interface MonthDays {
  before: string;
  from: string;
  to: string;
}

export interface ClosedMonthShown {
  month: string;
  closedAt: string;
  closedBy: string;
  /** Empty for months closed before witnesses were asked for. */
  witnessedBy: string;
  sealedDays: number;
  /** The last seal of the chain, first 16 digits. */
  chain: string;
  closingFen: number | null;
  notes: { title: string; text: string; by: string }[];
  /** Records of the month that came after its close and stand in a later one. */
  lateCount: number;
}

/** A record that came after its month was closed. */
export interface LateRecord {
  id: number;
  personName: string;
  jobNumber: string | null;
  what: string;
  /** Terminal and reason, as far as there are any. */
  detail: string;
  /** What it gave (+) or took (−) from the person's balances. */
  netFen: number;
  occurredAt: string;
  /** The business day it belongs to, and the one it is booked on. */
  occurredDate: string;
  businessDate: string;
  recordedAt: string;
}

export interface LateRecords {
  month: string;
  count: number;
  netFen: number;
  pageSize: number;
  rows: LateRecord[];
}

export interface MonthCloseState {
  /** Months with postings that are not closed, oldest first. */
  open: string[];
  month: string | null;
  over: boolean;
  /** First instant it can be closed, `YYYY-MM-DD 04:00`. */
  overAt: string;
  /** Only the oldest open month can be closed. */
  turn: boolean;
  steps: StepEvidence[];
  totals: MonthTotals | null;
  days: MonthDays | null;
  running: { month: string; askedName: string; askedAt: string } | null;
  /** Why the last close of this month did not happen. */
  refused: string | null;
  closed: ClosedMonthShown[];
  seal: { days: number; broken: number; first: string | null; last: string | null };
}
