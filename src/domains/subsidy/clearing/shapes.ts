/** What a clearing would take and how the last ones went, as it travels to the page. */
export interface DueGroup {
  ruleId: number | null;
  ruleName: string;
  lots: number;
  people: number;
  beforeFen: number;
  clearedFen: number;
  carriedFen: number;
}

export interface RunProgress {
  id: number;
  runNo: string;
  mode: string;
  status: string;
  total: number;
  done: number;
  clearedFen: number;
  carriedFen: number;
  failed: number;
  createdAt: string;
  makerName: string;
  reason: string;
  /** Null: whatever has ended. */
  batchId: number | null;
  /** Asked for by who is looking. */
  mine: boolean;
}
