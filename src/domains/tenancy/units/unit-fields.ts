/** Fields that agents, contractors and organizations have in common. */
import { password, phone, region, text } from '../../../kit/define/field.ts';

export const contactFields = {
  contact: text('联系人', { required: true, max: 20, width: 200 }),
  phone: phone('电话', { required: true, width: 200 }),
  regionId: region('区域', { width: 400 }),
} as const;

/** The first login account, opened together with the unit; only a new unit's form has them. */
export const ownerFields = {
  loginName: text('登录名', {
    required: true,
    createOnly: true,
    min: 2,
    max: 32,
    width: 200,
    help: '该单位第一个管理员账号，姓名和手机号取自联系人',
  }),
  password: password('初始密码', { createOnly: true, max: 72, width: 200, help: '不填由系统生成；首次登录须修改' }),
} as const;

export const settleCycles = [
  { value: 'D1', label: '次日' },
  { value: 'WEEK', label: '每周' },
  { value: 'MONTH', label: '每月' },
] as const;
