/** What a morning check says of who was looked at. Pure; the terminal's own verdict is kept beside it and decides nothing. */
import { labelIn } from '../../../kit/define/states.ts';
import { type Hand, hands, type Result, type Symptom, symptoms } from '../words.ts';

export interface Measured {
  /** ℃ in tenths; null where it was not taken. */
  temp10: number | null;
  hands: readonly Hand[];
  symptoms: readonly Symptom[];
  dressOk: boolean;
  /** A confirmed certificate holds on the day. */
  certOk: boolean;
}

export interface Bounds {
  temp10Min: number;
  temp10Max: number;
}

export interface Verdict {
  result: Result;
  /** In the clerk's words, the gravest first. */
  why: string[];
}

/** Infections of the hand: off work, whatever covers them. */
const infections: readonly Hand[] = ['PUS', 'ONYCHOMYCOSIS'];
/** Set right in minutes. */
const mendable: readonly Hand[] = ['FOREIGN', 'JEWELLERY', 'LONG_NAILS', 'NAIL_POLISH'];

const degrees = (temp10: number) => `${(temp10 / 10).toFixed(1)} ℃`;

/**
 * FAIL for fever, any symptom, an infected hand or no certificate; FIX for what is put right and looked at again, among it a
 * wound nobody covered and a temperature no living hand has; RESTRICTED for a covered wound alone; else PASS.
 */
export function judgeCheck(seen: Measured, { temp10Min, temp10Max }: Bounds): Verdict {
  const { temp10 } = seen;
  const failed = [
    ...(seen.certOk ? [] : ['健康证无效']),
    ...(temp10 !== null && temp10 > temp10Max ? [`体温 ${degrees(temp10)}，高于 ${degrees(temp10Max)}`] : []),
    ...seen.symptoms.map((one) => labelIn(symptoms, one)),
    ...seen.hands.filter((one) => infections.includes(one)).map((one) => `手部${labelIn(hands, one)}`),
  ];
  if (failed.length > 0) return { result: 'FAIL', why: failed };
  const covered = seen.hands.includes('PLASTER');
  const mended = [
    ...(temp10 === null ? ['体温未测'] : temp10 < temp10Min ? [`体温 ${degrees(temp10)} 偏低，复测`] : []),
    ...(seen.hands.includes('WOUND') && !covered ? ['伤口未包扎'] : []),
    ...seen.hands.filter((one) => mendable.includes(one)).map((one) => `手部${labelIn(hands, one)}`),
    ...(seen.dressOk ? [] : ['着装不合格']),
  ];
  if (mended.length > 0) return { result: 'FIX', why: mended };
  return covered ? { result: 'RESTRICTED', why: ['伤口已包扎'] } : { result: 'PASS', why: [] };
}
