/** Decides line by line who of a batch can be posted, and says of everybody else why not. Pure. */
import type { GrantUnit } from '../units.ts';

export type Verdict = 'GOOD' | 'UNKNOWN' | 'DUPLICATE' | 'LEFT' | 'MISSING' | 'BAD';

/** A person as the batch finds them. */
export interface BatchPerson {
  id: number;
  jobNumber: string | null;
  name: string;
  departmentId: number | null;
  typeId: number;
  status: string;
  validEnd: string | null;
  /** The type opens a subsidy account. */
  subsidized: boolean;
}

/** A line before the decision. */
export interface Candidate {
  lineNo: number;
  /** As the spreadsheet writes them; the person's own where there is none. */
  jobNumber: string;
  name: string;
  person: BatchPerson | undefined;
  amountFen: number;
  units: number | null;
  /** What is already known to be wrong with it. */
  wrong?: string;
  /** The lot a return takes from. */
  walletId?: number;
}

export interface JudgedLine extends Candidate {
  verdict: Verdict;
  reason: string;
}

export interface JudgeFacts {
  kind: 'GRANT' | 'RETURN';
  unit: GrantUnit;
  /** Day of grant. */
  day: string;
  /** Batch number by person who has been given this period's grant of the same rule already. */
  given: ReadonlyMap<number, string>;
  /** Who should be in the spreadsheet. */
  expected?: readonly BatchPerson[];
}

const leftWords: Readonly<Record<string, string>> = { CLOSED: '已销户', CLOSING: '正在销户' };

/** Why the person no longer gets a subsidy on `day`; undefined while they do. */
export function leftReason(person: Pick<BatchPerson, 'status' | 'validEnd'>, day: string): string | undefined {
  const word = leftWords[person.status];
  if (word) return word;
  return person.validEnd !== null && person.validEnd < day ? `有效期至 ${person.validEnd}，已到期` : undefined;
}

function judge(line: Candidate, facts: JudgeFacts, first: ReadonlyMap<string, number>): [Verdict, string] {
  const { person } = line;
  if (!person) return ['UNKNOWN', line.wrong ?? `没有工号为「${line.jobNumber}」的人员`];
  if (line.name !== '' && line.name !== person.name) return ['BAD', `姓名不符：系统中为「${person.name}」`];
  const at = first.get(keyOf(line));
  if (at !== undefined && at !== line.lineNo) return ['DUPLICATE', `与第 ${at} 行重复`];
  if (facts.kind === 'GRANT') {
    const left = leftReason(person, facts.day);
    if (left) return ['LEFT', left];
    if (!person.subsidized) return ['BAD', `所属人员类别没有开通${facts.unit.purse === 'COUNT' ? '次数' : '补贴'}账户`];
    const given = facts.given.get(person.id);
    if (given) return ['DUPLICATE', `本期已在批次 ${given} 中`];
  }
  if (line.wrong) return ['BAD', line.wrong];
  if (line.amountFen <= 0) return ['BAD', `${facts.unit.word}必须大于 0`];
  if (facts.kind === 'GRANT' && line.amountFen > facts.unit.most)
    return ['BAD', `每人一次最多 ${facts.unit.said(facts.unit.most)}，此行 ${facts.unit.said(line.amountFen)}`];
  return ['GOOD', ''];
}

/** A person counts once in a grant, a lot once in a return. */
const keyOf = (line: Candidate): string => `${line.person?.id}:${line.walletId ?? 0}`;

/** The decided lines, in order, with one line for everybody expected but absent at the end. */
export function judgeLines(lines: readonly Candidate[], facts: JudgeFacts): JudgedLine[] {
  const first = new Map<string, number>();
  for (const line of lines) if (line.person && !first.has(keyOf(line))) first.set(keyOf(line), line.lineNo);
  const judged = lines.map((line): JudgedLine => {
    const [verdict, reason] = judge(line, facts, first);
    return { ...line, verdict, reason };
  });
  const present = new Set(lines.map((line) => line.person?.id));
  let lineNo = lines.at(-1)?.lineNo ?? 0;
  for (const person of facts.expected ?? []) {
    if (present.has(person.id) || leftReason(person, facts.day)) continue;
    lineNo += 1;
    judged.push({
      lineNo,
      jobNumber: person.jobNumber ?? '',
      name: person.name,
      person,
      amountFen: 0,
      units: null,
      verdict: 'MISSING',
      reason: '在发放范围内，但表格中没有',
    });
  }
  return judged;
}
