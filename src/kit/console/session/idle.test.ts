/** The idle clock (product spec §9). */
import { describe, expect, it } from 'vitest';
import { graceMs, idleLimitMs, idleStep, startingClick } from './idle.ts';

const at = 1_800_000_000_000;

describe('idleStep', () => {
  it('waits for 30 minutes, then asks', () => {
    expect(idleStep({ lastClick: at, askedAt: undefined }, at + idleLimitMs - 1)).toBe('wait');
    expect(idleStep({ lastClick: at, askedAt: undefined }, at + idleLimitMs)).toBe('ask');
  });

  it('ends the session 30 s after asking', () => {
    const askedAt = at + idleLimitMs;
    expect(idleStep({ lastClick: at, askedAt }, askedAt + graceMs - 1)).toBe('wait');
    expect(idleStep({ lastClick: at, askedAt }, askedAt + graceMs)).toBe('logout');
  });

  it('takes the question back when another browser tab was clicked', () => {
    const askedAt = at + idleLimitMs;
    expect(idleStep({ lastClick: askedAt + 5000, askedAt }, askedAt + 6000)).toBe('withdraw');
  });
});

describe('startingClick', () => {
  it('goes on from a click of the same sitting', () => {
    expect(startingClick(at - 60_000, at)).toBe(at - 60_000);
  });

  it('starts anew without one, after an earlier sitting, or with nonsense', () => {
    expect(startingClick(undefined, at)).toBe(at);
    expect(startingClick(at - idleLimitMs - graceMs, at)).toBe(at);
    expect(startingClick(Number.NaN, at)).toBe(at);
    expect(startingClick(at + 1, at)).toBe(at);
  });
});
