/** Fields of roles and role templates. */
import { bool, choice, int, json, longText, normalDisabled, text, time } from '../../../kit/define/field.ts';
import { dataScopes } from '../fields.ts';

export const roleFields = {
  name: text('名称', { required: true, max: 40, width: 200 }),
  dataScope: choice('数据范围', dataScopes, {
    required: true,
    initial: 'ALL',
    width: 400,
    help: '一人有多个角色时取最宽的范围',
  }),
  grants: json('菜单与操作权限', { required: true }),
  templateId: int('预置岗位', { hidden: true }),
  news: text('更新', { width: 200 }),
  grantCount: int('权限数', { unit: '项' }),
  memberCount: int('使用人数', { unit: '人' }),
  remark: longText('说明', { max: 200, width: 400 }),
  status: choice('状态', normalDisabled),
  isOwner: bool('内置'),
  updatedAt: time('修改时间'),
};
