/** RFC 6238 appendix B (SHA-1 rows) and RFC 4648 section 10. */
import { describe, expect, it } from 'vitest';
import { base32, codeOf, matchingStep, otpauth, stepAt, unbase32 } from './totp.ts';

const key = Buffer.from('12345678901234567890');

describe('totp', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('gives the RFC code at %i s', (seconds, code) => {
    expect(codeOf(key, stepAt(seconds * 1000), 8)).toBe(code);
  });

  it.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foobar', 'MZXW6YTBOI'],
  ])('encodes %s', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
    expect(unbase32(encoded).toString()).toBe(text);
  });

  it('takes a neighbouring step, and no code twice', () => {
    const secret = base32(key);
    const at = 1_234_567_890_000;
    const code = codeOf(key, stepAt(at));
    expect(matchingStep(secret, code, at, 0)).toBe(stepAt(at));
    expect(matchingStep(secret, code, at + 30_000, 0)).toBe(stepAt(at));
    expect(matchingStep(secret, code, at + 61_000, 0)).toBeUndefined();
    expect(matchingStep(secret, code, at, stepAt(at))).toBeUndefined();
    expect(matchingStep(secret, 'abcdef', at, 0)).toBeUndefined();
  });

  it('writes what an app reads', () => {
    expect(otpauth('一卡通', 'zhang', 'ABC')).toBe(
      'otpauth://totp/%E4%B8%80%E5%8D%A1%E9%80%9A:zhang?secret=ABC&issuer=%E4%B8%80%E5%8D%A1%E9%80%9A',
    );
  });
});
