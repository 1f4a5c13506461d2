/** Passes of a kitchen: from the window of the shift to an hour past it, and only as far as certificate and check carry. */
import { expect, test } from 'vitest';
import type { Stands } from '../checks/standing.ts';
import type { Standing } from '../words.ts';
import { type Cell, planPasses } from './plan-passes.ts';

const at = (text: string) => Date.parse(`${text}:00+08:00`);
const cell: Cell = {
  districtId: 1,
  kind: 'COOK',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  startTime: '00:00',
  endTime: '24:00',
  requireCheck: true,
};
const stands = (standing: Standing): Stands => ({ standing, why: [] });
const shift = (standing: Standing) => ({
  day: '2026-11-20',
  name: '面点',
  start: at('2026-11-20T05:00'),
  end: at('2026-11-20T11:00'),
  leave: false,
  stands: stands(standing),
});
const plan = (
  standing: Standing,
  more: { until?: string | null; cells?: Cell[]; grace?: boolean; may?: boolean } = {},
) =>
  planPasses(
    { may: more.may ?? true, until: more.until === undefined ? '2026-12-31' : more.until },
    more.cells ?? [cell],
    [shift(standing)],
    { days: ['2026-11-20'], grace: more.grace ?? true },
  );

test('a baker checked at 03:30, on the business day before, may enter until an hour past the shift', () => {
  expect(plan('PASS')).toEqual([
    {
      districtId: 1,
      from: at('2026-11-20T03:00'),
      to: at('2026-11-20T12:00'),
      graceUntil: null,
      reason: '面点 晨检合格',
    },
  ]);
});

test('not checked yet, the pass opens nothing; a door that is cut off may let in, where the unit wants it', () => {
  const [pass] = plan('NOT_CHECKED');
  expect(pass).toMatchObject({
    from: at('2026-11-20T03:00'),
    to: at('2026-11-20T03:00'),
    graceUntil: at('2026-11-20T12:00'),
  });
  expect(plan('NOT_CHECKED', { grace: false })).toEqual([]);
});

test('no door for who failed, has no certificate, or is not to work', () => {
  expect(plan('OFF_DUTY')).toEqual([]);
  expect(plan('FIX')).toEqual([]);
  expect(plan('PASS', { until: null })).toEqual([]);
  expect(plan('PASS', { may: false })).toEqual([]);
});

test('a covered wound opens rough work alone', () => {
  const cells = [cell, { ...cell, districtId: 2, kind: 'WASH' as const }];
  expect(plan('RESTRICTED', { cells }).map((pass) => pass.districtId)).toEqual([2]);
});

test('hours and weekdays of the permission bound it; so does the last day of the certificate', () => {
  expect(plan('PASS', { cells: [{ ...cell, weekdays: [1] }] })).toEqual([]);
  expect(plan('PASS', { cells: [{ ...cell, startTime: '06:00', endTime: '10:00' }] })[0]).toMatchObject({
    from: at('2026-11-20T06:00'),
    to: at('2026-11-20T10:00'),
  });
  const night = { ...shift('PASS'), start: at('2026-11-20T20:00'), end: at('2026-11-21T04:00') };
  const [pass] = planPasses({ may: true, until: '2026-11-20' }, [cell], [night], { days: [], grace: true });
  expect(pass!.to).toBe(at('2026-11-21T00:00'));
});

test('a zone without a check is open by its hours on days without a shift', () => {
  const open = { ...cell, requireCheck: false, startTime: '08:00', endTime: '18:00' };
  const passes = planPasses({ may: true, until: '2026-12-31' }, [open], [], { days: ['2026-11-20'], grace: true });
  expect(passes).toEqual([
    { districtId: 1, from: at('2026-11-20T08:00'), to: at('2026-11-20T18:00'), graceUntil: null, reason: '按时段放行' },
  ]);
});
