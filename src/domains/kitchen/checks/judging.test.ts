/** Checks judged, shifts stood at, fitness: the table of the morning check, case by case. */
import { expect, test } from 'vitest';
import { certifiedUntil, fitness } from './fitness.ts';
import { judgeCheck, type Measured } from './judge-check.ts';
import { type CheckTold, standingAt } from './standing.ts';

const bounds = { temp10Min: 359, temp10Max: 373 };
const well: Measured = { temp10: 365, hands: [], symptoms: [], dressOk: true, certOk: true };
const judged = (more: Partial<Measured>) => judgeCheck({ ...well, ...more }, bounds).result;

test.each<[string, Partial<Measured>, string]>([
  ['all well', {}, 'PASS'],
  ['the highest temperature that is well', { temp10: 373 }, 'PASS'],
  ['a tenth more', { temp10: 374 }, 'FAIL'],
  ['no living hand is so cold: measured again', { temp10: 350 }, 'FIX'],
  ['not measured', { temp10: null }, 'FIX'],
  ['a ring', { hands: ['JEWELLERY'] }, 'FIX'],
  ['long nails', { hands: ['LONG_NAILS'] }, 'FIX'],
  ['no cap', { dressOk: false }, 'FIX'],
  ['a covered wound', { hands: ['WOUND', 'PLASTER'] }, 'RESTRICTED'],
  ['an open wound is covered first', { hands: ['WOUND'] }, 'FIX'],
  ['a covered wound and a ring', { hands: ['PLASTER', 'JEWELLERY'] }, 'FIX'],
  ['pus, covered or not', { hands: ['PUS', 'PLASTER'] }, 'FAIL'],
  ['an infected nail', { hands: ['ONYCHOMYCOSIS'] }, 'FAIL'],
  ['diarrhoea', { symptoms: ['DIARRHOEA'] }, 'FAIL'],
  ['no certificate', { certOk: false }, 'FAIL'],
])('%s', (_, more, result) => {
  expect(judged(more)).toBe(result);
});

const minute = 60_000;
const t0 = Date.parse('2026-11-20T06:00:00+08:00');
const check = (at: number, result: CheckTold['result'], otherwise = result): CheckTold => ({
  id: at,
  at: t0 + at * minute,
  result,
  otherwise,
  why: [],
});
const at = (checks: CheckTold[], minutes: number, more: { certified?: boolean; returned?: number } = {}) =>
  standingAt(checks, {
    certified: more.certified ?? true,
    returned: more.returned === undefined ? null : t0 + more.returned * minute,
    nowMs: t0 + minutes * minute,
  }).standing;

test('整改 is looked at again within thirty minutes, or it has failed', () => {
  const ring = check(0, 'FIX');
  expect(at([ring], 30)).toBe('FIX');
  expect(at([ring], 31)).toBe('OFF_DUTY');
  expect(at([ring, check(30, 'PASS')], 40)).toBe('RECHECK_PASS');
  expect(at([ring, check(31, 'PASS')], 40)).toBe('OFF_DUTY');
  // Looked at again and still not right: the first of them counts.
  expect(at([ring, check(20, 'FIX'), check(29, 'PASS')], 40)).toBe('RECHECK_PASS');
  expect(at([ring, check(20, 'FIX')], 35)).toBe('OFF_DUTY');
});

test('who failed stays out until an officer lets them back, and then until checked again', () => {
  const fever = check(0, 'FAIL');
  expect(at([fever, check(10, 'PASS')], 20)).toBe('OFF_DUTY');
  expect(at([fever], 20, { returned: 15 })).toBe('NOT_CHECKED');
  expect(at([fever, check(18, 'PASS')], 20, { returned: 15 })).toBe('PASS');
});

test('who failed for want of a certificate alone is fit with the new one', () => {
  const expired = check(0, 'FAIL', 'PASS');
  expect(at([expired], 10, { certified: false })).toBe('OFF_DUTY');
  expect(at([expired], 10)).toBe('PASS');
  expect(at([check(0, 'FAIL', 'FAIL')], 10)).toBe('OFF_DUTY');
});

test('no certificate, no check and no shift each keep out; a covered wound keeps away from ready food', () => {
  const certificates = [{ issueDate: '2026-01-01', expireDate: '2026-12-31', confirmed: true }];
  const worker = { status: 'NORMAL' as const, sentHome: null };
  const shift = { start: t0, end: t0 + 480 * minute, leave: false };
  const stands = (checks: CheckTold[]) => standingAt(checks, { certified: true, nowMs: t0 });
  const fitOf = (
    checks: CheckTold[],
    more: { certificates?: typeof certificates; roster?: typeof shift | null } = {},
  ) =>
    fitness(
      worker,
      more.certificates ?? certificates,
      stands(checks),
      more.roster === undefined ? shift : more.roster,
      '2026-11-20',
    );
  expect(fitOf([check(0, 'PASS')])).toEqual({ may: true, zones: 'ALL', why: [] });
  expect(fitOf([check(0, 'RESTRICTED')]).zones).toEqual(['ROUGH', 'WASH', 'STORE']);
  expect(fitOf([])).toMatchObject({ may: false, why: ['未晨检'] });
  expect(fitOf([check(0, 'PASS')], { certificates: [] })).toMatchObject({ may: false, why: ['健康证无效'] });
  expect(fitOf([check(0, 'PASS')], { roster: null })).toMatchObject({ may: false, why: ['没有排班'] });
  expect(fitOf([check(0, 'PASS')], { certificates: [{ ...certificates[0]!, confirmed: false }] })).toMatchObject({
    may: false,
  });
});

test('certificates hold as long as one follows another without a gap', () => {
  const one = { issueDate: '2026-01-01', expireDate: '2026-11-30', confirmed: true };
  const next = { issueDate: '2026-12-01', expireDate: '2027-11-30', confirmed: true };
  expect(certifiedUntil([one, next], '2026-11-20')).toBe('2027-11-30');
  expect(certifiedUntil([one, { ...next, issueDate: '2026-12-02' }], '2026-11-20')).toBe('2026-11-30');
  expect(certifiedUntil([one], '2026-12-01')).toBeNull();
  expect(certifiedUntil([next, one], '2026-11-20')).toBe('2027-11-30');
});
