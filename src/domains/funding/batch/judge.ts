/** Which lines of a batch may be posted, and why others are left out. Pure. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { mostMeals } from '../count/limits.ts';
import { type BalanceLimit, maxBalanceIn } from '../limits/limits.ts';
import type { BatchKind } from './states.ts';

/** A row as the clerk gave it. */
export interface GivenRow {
  lineNo: number;
  jobNumber: string;
  personName: string;
  /** Fen, or meals of a COUNT batch. Null: not said. */
  amountFen: number | null;
  bankName: string | null;
  bankAccount: string | null;
  wrong?: string;
}

export interface BatchPerson {
  id: number;
  jobNumber: string | null;
  name: string;
  typeId: number;
  status: string;
  balanceFen: number;
  freeFen: number;
}

export interface Candidate extends GivenRow {
  person: BatchPerson | undefined;
}

export interface JudgedLine extends GivenRow {
  personId: number | null;
  amountFen: number;
  status: 'PENDING' | 'LEFT_OUT';
  reason: string;
}

const states: Record<string, string> = { CLOSING: '销户中', CLOSED: '已销户' };

function objection(
  kind: BatchKind,
  line: Candidate,
  amountFen: number,
  limits: ReadonlyMap<number, BalanceLimit>,
): string | undefined {
  const { person } = line;
  if (line.wrong) return line.wrong;
  if (!person) return '没有这个工号的人员';
  if (line.personName && line.personName !== person.name) return `姓名不符：系统中为「${person.name}」`;
  if (person.status === 'CLOSED' || (kind !== 'REFUND' && person.status === 'CLOSING'))
    return `人员${states[person.status] ?? person.status}`;
  if (kind === 'REFUND' && person.freeFen <= 0) return '主账户没有可退的余额';
  if (kind === 'COUNT') return amountFen > 0 && amountFen <= mostMeals ? undefined : `次数须为 1 至 ${mostMeals} 次`;
  if (amountFen <= 0) return '金额须大于 0';
  if (kind === 'REFUND' && amountFen > person.freeFen)
    return `主账户可退 ${formatFenGrouped(person.freeFen)} 元，不足 ${formatFenGrouped(amountFen)} 元`;
  if (kind === 'REFUND') return undefined;
  const max = maxBalanceIn(limits, person.typeId);
  return person.balanceFen + amountFen > max
    ? `存入后 ${formatFenGrouped(person.balanceFen + amountFen)} 元，超过存储上限 ${formatFenGrouped(max)} 元`
    : undefined;
}

/** Lines in the order given; the second line of a person is left out. */
export function judge(
  kind: BatchKind,
  candidates: readonly Candidate[],
  limits: ReadonlyMap<number, BalanceLimit>,
): JudgedLine[] {
  const first = new Map<number, number>();
  return candidates.map((line) => {
    const { person, wrong: _, ...row } = line;
    const amountFen = line.amountFen ?? (kind === 'REFUND' ? Math.max(0, person?.freeFen ?? 0) : 0);
    const before = person && first.get(person.id);
    const reason =
      before === undefined ? objection(kind, line, amountFen, limits) : `与第 ${before} 行是同一人，请核对`;
    if (person && reason === undefined) first.set(person.id, line.lineNo);
    return {
      ...row,
      jobNumber: row.jobNumber || (person?.jobNumber ?? ''),
      personName: row.personName || (person?.name ?? ''),
      personId: person?.id ?? null,
      amountFen,
      status: reason === undefined ? 'PENDING' : 'LEFT_OUT',
      reason: reason ?? '',
    };
  });
}
