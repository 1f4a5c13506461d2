/** Rules of doors: who is meant, when, and which of two that disagree decides. */
import { describe, expect, it } from 'vitest';
import { type DoorRule, judge, type Passing } from './judge.ts';

const at = (text: string) => Date.parse(`${text}+08:00`);
const rule = (more: Partial<DoorRule>): DoorRule => ({
  id: 1,
  name: '规则',
  effect: 'ALLOW',
  direction: 'BOTH',
  typeIds: [],
  departmentIds: [],
  personIds: [],
  exceptIds: [],
  dayKinds: [],
  fromDate: null,
  toDate: null,
  fromTime: null,
  toTime: null,
  ...more,
});
const who = (more: Partial<Passing> = {}): Passing => ({
  personId: 7,
  typeId: 3,
  departmentIds: [20, 2],
  direction: 'IN',
  at: at('2026-11-23T07:20'),
  ...more,
});
const weekdays = (date: string) => ([0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay()) ? 'WEEKEND' : 'WORKDAY');
const may = (rules: DoorRule[], more: Partial<Passing> = {}) => judge(rules, who(more), weekdays).may;

describe('whom a rule means', () => {
  it('everybody, a type, a department with all below it, a person, less the exceptions', () => {
    expect(may([rule({})])).toBe(true);
    expect(may([rule({ typeIds: [3] })])).toBe(true);
    expect(may([rule({ typeIds: [4] })])).toBe(false);
    expect(may([rule({ departmentIds: [2] })])).toBe(true);
    expect(may([rule({ departmentIds: [21] })])).toBe(false);
    expect(may([rule({ personIds: [7] })])).toBe(true);
    expect(may([rule({ typeIds: [3], exceptIds: [7] })])).toBe(false);
  });

  it('one that names persons alone means nobody else', () => {
    expect(may([rule({ personIds: [8] })])).toBe(false);
  });
});

describe('which decides', () => {
  const deny = rule({ effect: 'DENY' });
  it('a denial before an allowance', () => expect(may([rule({}), deny])).toBe(false));
  it('the person before the group, in both directions', () => {
    expect(may([rule({ personIds: [7] }), rule({ effect: 'DENY', typeIds: [3] })])).toBe(true);
    expect(may([rule({ typeIds: [3] }), rule({ effect: 'DENY', personIds: [7] })])).toBe(false);
  });
  it('without a rule everybody may pass; with one nobody it does not name comes in, and nobody is locked in', () => {
    expect(may([])).toBe(true);
    expect(may([rule({ typeIds: [4] })])).toBe(false);
    expect(may([rule({ typeIds: [4] })], { direction: 'OUT' })).toBe(true);
    expect(may([rule({ typeIds: [3], effect: 'DENY', direction: 'OUT' })], { direction: 'OUT' })).toBe(false);
  });
});

describe('when', () => {
  it('from its minute to before its end', () => {
    const morning = [rule({ fromTime: '06:30', toTime: '08:00' })];
    for (const [minute, wanted] of [
      ['06:29', false],
      ['06:30', true],
      ['07:59', true],
      ['08:00', false],
    ] as const)
      expect(may(morning, { at: at(`2026-11-23T${minute}`) }), minute).toBe(wanted);
  });

  it('over midnight it belongs to the day it began on', () => {
    // Fridays to Saturdays: a workday's night reaches into the weekend.
    const night = [rule({ fromTime: '22:00', toTime: '06:00', dayKinds: ['WORKDAY'] })];
    expect(may(night, { at: at('2026-11-27T23:00') })).toBe(true);
    expect(may(night, { at: at('2026-11-28T05:59') })).toBe(true);
    expect(may(night, { at: at('2026-11-28T06:00') })).toBe(false);
    expect(may(night, { at: at('2026-11-28T23:00') })).toBe(false);
    expect(may(night, { at: at('2026-11-23T05:00') })).toBe(false);
  });

  it('on its dates, both included', () => {
    const week = [rule({ fromDate: '2026-11-23', toDate: '2026-11-24' })];
    expect(['22', '23', '24', '25'].map((day) => may(week, { at: at(`2026-11-${day}T12:00`) }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
