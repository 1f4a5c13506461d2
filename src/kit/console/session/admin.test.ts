/** Whose session it is. */
import { expect, it } from 'vitest';
import { accountType, identityStamp } from './admin.ts';
import { can, setGrants } from './can.ts';

it('takes the type of the owner unit before its own', () => {
  expect(accountType({ type: 'PLATFORM', belong: { id: 1, type: 'ORGANIZATION', name: '学校' } })).toBe('ORGANIZATION');
  expect(accountType({ type: 'AGENT' })).toBe('AGENT');
  expect(accountType({})).toBeUndefined();
});

it('tells identities of one account apart', () => {
  const one = identityStamp({ id: 7, belong: { id: 1, type: 'ORGANIZATION', name: '学校' } });
  const other = identityStamp({ id: 7, belong: { id: 2, type: 'ORGANIZATION', name: '公司' } });
  expect(one).not.toBe(other);
});

it('grants by path and verb, and everything of its areas with *', () => {
  setGrants({ grants: ['/admin/organization/user#query'] });
  expect(can('/admin/organization/user', 'query')).toBe(true);
  expect(can('/admin/organization/user', 'remove')).toBe(false);
  setGrants({ grants: ['*'] });
  expect(can('/admin/system/menu', 'remove')).toBe(true);
  setGrants({ grants: ['*'], belong: { id: 1, type: 'ORGANIZATION', name: '学校' } });
  expect(can('/admin/organization/user', 'remove')).toBe(true);
  expect(can('/admin/platform/device', 'query')).toBe(false);
});
