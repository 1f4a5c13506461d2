/** Rows of the closing domain's tables. */
import type { MonthTotals, StepEvidence } from './closing-state.ts';

export type CheckStatus = 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED';
export type CloseStatus = 'QUEUED' | 'RUNNING' | 'CLOSED' | 'REFUSED' | 'FAILED';

export interface LedgerCheckRow {
  organization_id: number;
  id: number;
  status: CheckStatus;
  asked_by: number;
  asked_name: string;
  asked_at: string;
  started_at: string | null;
  finished_at: string | null;
  run_id: number | null;
  error: string | null;
}

export interface MonthCloseNoteRow {
  organization_id: number;
  month: string;
  step: string;
  figure: string;
  note: string;
  noted_by: number;
  noted_name: string;
  noted_at: string;
}

export interface MonthCloseRow {
  organization_id: number;
  id: number;
  month: string;
  status: CloseStatus;
  asked_by: number;
  asked_name: string;
  /** Null in closes of before witnesses were asked for. */
  witness_id: number | null;
  witness_name: string;
  asked_at: string;
  finished_at: string | null;
  error: string | null;
  sealed_days: number | null;
  steps: StepEvidence[];
  totals: MonthTotals | null;
}

export interface ClosingTables {
  ledger_check: LedgerCheckRow;
  month_close_note: MonthCloseNoteRow;
  month_close: MonthCloseRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends ClosingTables {}
}
