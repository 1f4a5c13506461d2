/** Fields several identity pages share. */
import { choice, phone, refs, text } from '../../kit/define/field.ts';

export const dataScopes = [
  { value: 'ALL', label: '全部数据' },
  { value: 'DEPARTMENT', label: '所管部门' },
  { value: 'RESTAURANT', label: '所管餐厅' },
  { value: 'SELF', label: '仅本人操作' },
] as const;

export const unitTypes = [
  { value: 'PLATFORM', label: '平台' },
  { value: 'AGENT', label: '代理商' },
  { value: 'CONTRACTOR', label: '承包商' },
  { value: 'ORGANIZATION', label: '单位' },
] as const;

export const loginNameField = text('登录名', {
  required: true,
  createOnly: true,
  min: 2,
  max: 32,
  width: 200,
  pattern: { source: '^[\\p{Script=Han}A-Za-z0-9._@-]+$', message: '只能用字母、数字、汉字和 . _ - @' },
  help: '2–32 位，登录时不分大小写，建好后不能修改',
});

export const nameField = text('姓名', { required: true, max: 30, width: 200 });
export const phoneField = phone('手机号', { width: 200 });
/** The unit's own roles: the options answer for the session's unit, whichever area it works in. */
export const rolesField = refs('角色', '/admin/organization/role', { required: true, width: 400 });
export const dataScopeField = choice('数据范围', dataScopes);
