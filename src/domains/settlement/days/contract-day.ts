/** A contract's day: what is due, who gets which part, and how much of it is paid with money the platform holds. Pure. */
import { splitByRatio } from '../../../kit/define/fen.ts';

export interface DayFigures {
  mainFen: number;
  subsidyFen: number;
  thirdFen: number;
  arrearsFen: number;
  giftFen: number;
  countFen: number;
  /** Taken back by corrections of whatever purse, without sign; the purses above are net of them. */
  correctedFen: number;
  /** What activities add for the organization that bears them, less gifts the caterer bears itself. */
  offersFen: number;
  /** Topped up less what was eaten, where top-ups are divided. */
  toppedFen: number;
}

export interface Terms {
  /** Of the platform, and of the organization, in 1/10,000; the rest is the contractor's. */
  serviceRatio: number;
  shareRatio: number;
  /** Who bears what is corrected: what the organization bears stays due to the contractor. */
  organizationBears: boolean;
}

/** Parts of one source, platform, organization, contractor; they sum to it. */
export interface Parts {
  serviceFen: number;
  shareFen: number;
  contractorFen: number;
}

/** S of the day: everything eaten, net of corrections unless the organization bears them, activities by who bears them. */
export const dueFen = (f: DayFigures, { organizationBears }: Terms): number =>
  f.mainFen +
  f.subsidyFen +
  f.thirdFen +
  f.arrearsFen +
  f.giftFen +
  f.countFen +
  f.offersFen +
  f.toppedFen +
  (organizationBears ? f.correctedFen : 0);

/** Largest remainder over what is left after the channel's fee; negative days alike. */
export function partsOf(netFen: number, { serviceRatio, shareRatio }: Terms): Parts {
  const [serviceFen, shareFen, contractorFen] = splitByRatio(netFen, [
    serviceRatio,
    shareRatio,
    10_000 - serviceRatio - shareRatio,
  ]) as [number, number, number];
  return { serviceFen, shareFen, contractorFen };
}

/** The parts of each trade of a day in order: differences of cumulated splits, so that the rows sum to the day to the fen. */
export function runningParts(netFens: readonly number[], terms: Terms): Parts[] {
  let sum = 0;
  let before: Parts = { serviceFen: 0, shareFen: 0, contractorFen: 0 };
  return netFens.map((fen) => {
    sum += fen;
    const now = partsOf(sum, terms);
    const row = {
      serviceFen: now.serviceFen - before.serviceFen,
      shareFen: now.shareFen - before.shareFen,
      contractorFen: now.contractorFen - before.contractorFen,
    };
    before = now;
    return row;
  });
}

/**
 * Main money of the day that 备付 may pay: no more than was eaten of it, and no more than diners cannot claim back any more.
 * `fundedFen` is what the day has had, `othersFen` what the contract's other days have: more than both cannot be taken back.
 */
export const fundableMain = (mainFen: number, roomFen: number, fundedFen: number, othersFen: number): number =>
  Math.max(Math.min(mainFen, fundedFen + roomFen), 0 - othersFen);

/** What each receiver gets of `fundFen` into 待结算: platform first, then the contractor, the organization the rest. */
export function paidParts(fundFen: number, parts: Parts): Parts {
  let left = fundFen;
  const take = (part: number) => {
    const got = Math.max(Math.min(0, part), Math.min(left, Math.max(0, part)));
    left -= got;
    return got;
  };
  const serviceFen = take(parts.serviceFen);
  const contractorFen = take(parts.contractorFen);
  return { serviceFen, contractorFen, shareFen: left };
}
