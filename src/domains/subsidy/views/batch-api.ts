/** What the batch screens ask the server for. */
import { post } from '../../../kit/console/http/client.ts';
import type { BatchKind, BatchMode, BatchStatus } from '../batch/batch-states.ts';
import type { DepartmentSum, GroupCount } from '../batch/line-shapes.ts';

export interface BatchHead {
  id: number;
  batchNo: string;
  name: string;
  kind: BatchKind;
  mode: BatchMode;
  status: BatchStatus;
  period: string;
  grantOn: string;
  expiresOn: string | null;
  reason: string;
  filename: string | null;
  sheetCount: number | null;
  sheetFen: number | null;
  totalCount: number;
  totalFen: number;
  leftOutCount: number;
  postedCount: number;
  postedFen: number;
  failedCount: number;
  failedFen: number;
  error: string | null;
  creatorName: string;
  own: boolean;
  auditorName: string | null;
  auditedAt: string | null;
  auditReason: string | null;
  stopRequested: boolean;
  finishedAt: string | null;
}

export interface Progress {
  batch: BatchHead;
  groups: GroupCount[];
}

export interface Inspected {
  filename: string;
  headers: string[];
  mapping: Record<string, number | null>;
  columns: { key: string; label: string }[];
  sample: string[][];
  total: number;
}

export const inspectSheet = (path: string, fileKey: string) => post<Inspected>(path, 'inspect', { fileKey });
export const readDepartments = (path: string, id: number) => post<DepartmentSum[]>(path, 'departments', { id });
