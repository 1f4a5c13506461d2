/** Guards by name. */
import { expect, it } from 'vitest';
import { runGuards } from './guards.ts';

it('answers an unknown name with status 500 and the name', () => {
  expect(runGuards(['nope'])).toEqual({ status: 500, message: 'Unknown middleware: nope' });
});

it('lets everything through without guards', () => {
  expect(runGuards([])).toEqual({ to: undefined });
});
