/** What a line of a statement says, and the statement as the sum of its lines. Pure. */
import { paidParts } from '../days/contract-day.ts';
import type { SettleDayRow } from '../tables.ts';

/** Columns of a line, `…_fen`. */
export const parts = [
  'eaten',
  'third',
  'corrected',
  'due',
  'fee',
  'service',
  'share',
  'contractor',
  'service_wallet',
  'share_wallet',
  'wallet',
  'service_claim',
  'claim',
] as const;
export type Part = (typeof parts)[number];
export type Figures = Readonly<Record<Part, number>>;

/** What is paid: money the platform holds, by receiver, and what is owed outside. Only these are carried. */
export const payable = ['service_wallet', 'share_wallet', 'wallet', 'service_claim', 'claim'] as const;

export const none = Object.fromEntries(parts.map((part) => [part, 0])) as Record<Part, number>;

export const combined = (a: Figures, b: Figures, sign: 1 | -1 = 1): Figures =>
  Object.fromEntries(parts.map((part) => [part, a[part] + sign * b[part]])) as Record<Part, number>;

export const isNothing = (figures: Figures): boolean => parts.every((part) => figures[part] === 0);

export type LineKind = 'DAY' | 'ADJUST' | 'MANAGE_FEE' | 'CARRY_IN' | 'CARRY_OUT';

export interface StatementLine {
  kind: LineKind;
  date: string;
  /** The statement that had the day first, or from which an amount is carried. */
  refersTo: number | null;
  figures: Figures;
}

/** A contract day as a statement states it. */
export function figuresOf(d: SettleDayRow): Figures {
  const due = { serviceFen: d.service_fen, shareFen: d.share_fen, contractorFen: d.contractor_fen };
  const paid = paidParts(d.funded_fen, due);
  return {
    eaten: d.main_fen + d.subsidy_fen + d.arrears_fen + d.gift_fen + d.count_fen + d.borne_fen + d.topped_fen,
    third: d.third_fen,
    corrected: d.corrected_fen,
    due: d.due_fen,
    fee: d.fee_fen,
    service: d.service_fen,
    share: d.share_fen,
    contractor: d.contractor_fen,
    service_wallet: paid.serviceFen,
    share_wallet: paid.shareFen,
    wallet: paid.contractorFen,
    service_claim: d.service_fen - paid.serviceFen,
    claim: d.contractor_fen - paid.contractorFen,
  };
}

/** Whatever would have to be paid back is carried into the next statement instead: nobody pays a statement in two directions. */
export function carriedOut(sum: Figures): Figures | null {
  const short = payable.filter((part) => sum[part] < 0);
  return short.length === 0 ? null : { ...none, ...Object.fromEntries(short.map((part) => [part, -sum[part]])) };
}

export interface Totals {
  figures: Figures;
  /** Of the contractor's part. */
  adjustFen: number;
  carryFen: number;
  payFen: number;
}

const carried = ({ kind }: StatementLine) => kind === 'CARRY_IN' || kind === 'CARRY_OUT';

/** The head of a statement; `contractId` 0 is the organization's own, whose part is the share. */
export function totalsOf(contractId: number, lines: readonly StatementLine[]): Totals {
  const sum = (some: readonly StatementLine[]) =>
    some.reduce((all, { figures }) => combined(all, figures), none as Figures);
  const figures = sum(lines);
  const carry = sum(lines.filter(carried));
  return {
    figures,
    adjustFen: sum(lines.filter(({ kind }) => kind === 'ADJUST')).contractor,
    carryFen: carry.wallet + carry.claim,
    payFen: payOf(contractId, figures),
  };
}

/** What a line adds to what is paid: the contractor's part, or the organization's own of what it runs itself. */
const payOf = (contractId: number, { share_wallet, wallet, claim }: Figures): number =>
  contractId === 0 ? share_wallet : wallet + claim;

export interface LineChange {
  kind: LineKind;
  date: string;
  /** Null where the line was not there, or is there no more. */
  beforeFen: number | null;
  afterFen: number | null;
}

/** What writing a statement anew does to each of its lines, in their order; together that is what the amount changes by. */
export function lineChanges(
  contractId: number,
  before: readonly StatementLine[],
  after: readonly StatementLine[],
): LineChange[] {
  const keyOf = ({ kind, date }: StatementLine) => `${date} ${kind}`;
  const sumsOf = (lines: readonly StatementLine[]) =>
    new Map(
      [...Map.groupBy(lines, keyOf)].map(([key, some]) => [
        key,
        some.reduce((all, { figures }) => combined(all, figures), none as Figures),
      ]),
    );
  const [was, is] = [sumsOf(before), sumsOf(after)];
  const lines = new Map([...before, ...after].map((line) => [keyOf(line), line]));
  return [...lines]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([key, { kind, date }]) => {
      const [old, now] = [was.get(key), is.get(key)];
      if (old && now && isNothing(combined(now, old, -1))) return [];
      const pay = (figures: Figures | undefined) => (figures ? payOf(contractId, figures) : null);
      return [{ kind, date, beforeFen: pay(old), afterFen: pay(now) }];
    });
}

/** The lines in one text, to tell whether anything has changed. */
export const fingerprintOf = (lines: readonly StatementLine[]): string =>
  JSON.stringify(
    lines.map(({ kind, date, refersTo, figures }) => [kind, date, refersTo, parts.map((part) => figures[part])]),
  );
