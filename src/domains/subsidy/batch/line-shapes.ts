/** Lines of a batch as they travel to its page. */
/** GOOD lines by outcome, the others by verdict. */
export const lineGroups = [
  { value: 'PENDING', label: '可执行' },
  { value: 'POSTED', label: '已完成' },
  { value: 'FAILED', label: '失败' },
  { value: 'UNKNOWN', label: '查无此人' },
  { value: 'DUPLICATE', label: '重复' },
  { value: 'LEFT', label: '已离开' },
  { value: 'MISSING', label: '表中缺少' },
  { value: 'BAD', label: '其他问题' },
] as const;
export type LineGroup = (typeof lineGroups)[number]['value'];

export interface BatchLine {
  id: number;
  lineNo: number;
  personName: string;
  jobNumber: string;
  departmentName: string | null;
  typeName: string | null;
  units: number | null;
  amountFen: number;
  reason: string;
  group: LineGroup;
  postedAt: string | null;
}

export interface GroupCount {
  group: LineGroup;
  count: number;
  fen: number;
}

export interface DepartmentSum {
  departmentName: string;
  count: number;
  fen: number;
}
