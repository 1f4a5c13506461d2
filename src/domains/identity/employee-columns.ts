/** Columns of the 员工管理 lists, over `e`, `a` and `g` of `ownMembers`. */
import { sql } from 'kysely';
import { dataScope, ownMembers, roleNames } from './member-list.ts';

export const employeeColumns = {
  name: 'a.name',
  phone: 'a.phone',
  loginName: 'a.login_name',
  jobTitle: 'e.job_title',
  roleIds: 'e.role_ids',
  dataScope,
  status: 'e.status',
  hiredAt: 'e.hired_at',
  leftAt: 'e.left_at',
  lastLoginAt: 'a.last_login_at',
  createdAt: 'e.created_at',
} as const;

export const employeeNames = { roleIds: roleNames };
export const employeeFrom = { from: ownMembers, id: 'e.id', version: 'e.version' } as const;

export const restaurantNames = sql`(select coalesce(array_agg(r.name order by r.name), '{}') from restaurant r where r.id = any(e.restaurant_ids))`;
export const departmentNames = sql`(select coalesce(array_agg(d.name order by d.name), '{}') from department d
  where d.organization_id = e.unit_id and d.id = any(e.department_ids))`;
