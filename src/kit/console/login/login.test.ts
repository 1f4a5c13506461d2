/** Where signing in leads, and what a new password must pass before the server is asked. */
import { expect, it } from 'vitest';
import { destination } from './destination.ts';
import { newPasswordProblem } from './new-password-problem.ts';

it('leads back to the page asked for, but never out of the console', () => {
  expect(destination('?from=%2Fadmin%2Forganization%2Fuser%3Fpage%3D2')).toBe('/admin/organization/user?page=2');
  expect(destination('?from=https%3A%2F%2Fevil.example')).toBe('/admin');
  expect(destination('?from=%2F%2Fevil.example')).toBe('/admin');
  expect(destination('')).toBe('/admin');
});

it('compares the new password with the old one and with itself', () => {
  expect(newPasswordProblem('a', '', '')?.field).toBe('next');
  expect(newPasswordProblem('a', 'a', 'a')?.text).toBe('新密码不能与原密码相同');
  expect(newPasswordProblem('a', 'b', 'c')?.field).toBe('again');
  expect(newPasswordProblem('a', 'b', 'b')).toBeUndefined();
});
