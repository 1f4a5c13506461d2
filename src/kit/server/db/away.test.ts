import { describe, expect, it } from 'vitest';
import { isDatabaseAway } from './away.ts';

const failure = (facts: object) => Object.assign(new Error('x'), facts);

describe('a database', () => {
  it.each([
    failure({ code: 'ECONNREFUSED', syscall: 'connect' }),
    failure({ code: 'ENOENT', syscall: 'connect' }),
    failure({ code: '57P03' }),
    failure({ code: '53100' }),
    failure({ code: '25006' }),
    new Error('Connection terminated unexpectedly'),
    new Error('the batch failed', { cause: failure({ code: '08006' }) }),
  ])('that is away is told from a fault: %o', (error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });
  it.each([
    failure({ code: '23505' }),
    failure({ code: '42P01' }),
    failure({ code: 'ENOENT', syscall: 'open' }),
    new TypeError('x'),
    null,
  ])('that answers is not away: %o', (error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });
});
