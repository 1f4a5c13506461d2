/** The fields of a person as every page shows them, whichever unit looks. */
import {
  bool,
  choice,
  choices,
  date,
  type FieldOptions,
  face,
  longText,
  money,
  phone,
  ref,
  text,
  time,
} from '../../../kit/define/field.ts';
import { allergens } from '../allergens.ts';
import { cardStatuses } from '../cards/card-states.ts';
import { personStatuses } from './person-states.ts';

/** What a card number may be; leading zeros belong to it. */
export const cardNoPattern = { source: '^[0-9A-Za-z-]{1,32}$', message: '只能是字母、数字和“-”，最多 32 位' };

export const genders = [
  { value: 'M', label: '男' },
  { value: 'F', label: '女' },
] as const;

export const cardNoField = (options: FieldOptions = {}) =>
  text('卡号', { max: 32, pattern: cardNoPattern, aliases: ['卡面号', '一卡通号', 'CardNo'], ...options });
export const physicalNoField = (options: FieldOptions = {}) =>
  text('物理卡号', { max: 32, pattern: cardNoPattern, aliases: ['芯片号', '门禁卡号', 'AccessCardNo'], ...options });

export const personFields = {
  name: text('姓名', { required: true, max: 50, columnWidth: 140 }),
  jobNumber: text('工号/学号', {
    max: 32,
    pattern: { source: '^\\S+$', message: '不能含有空格' },
    aliases: ['工号', '学号', '职工号', '人员工号'],
  }),
  personNo: text('人员编号', { sortable: true }),
  gender: choice('性别', genders, { aliases: ['Sex'] }),
  birthday: date('生日', { aliases: ['出生日期'] }),
  phone: phone('手机号', { aliases: ['手机', '电话', '联系电话'] }),
  // Not every diner has a resident identity card: passports pass, and 18 digits are checked by the command.
  idNo: text('证件号', {
    max: 30,
    mask: 'idCard',
    pattern: { source: '^[0-9A-Za-z()（）-]{5,30}$', message: '格式不正确' },
    aliases: ['身份证号', '身份证'],
  }),
  departmentId: ref('部门', 'department'),
  typeId: ref('人员类别', 'person_type', {
    help: '不选时使用默认类别',
    aliases: ['类别', '人员类型', '身份'],
  }),
  photoUrl: face('照片'),
  guardianName: text('监护人', { max: 50, aliases: ['家长姓名'] }),
  guardianPhone: phone('监护人手机', { aliases: ['家长手机', '家长电话'] }),
  allergens: choices('过敏原', allergens),
  dietTaboo: longText('饮食禁忌', { max: 200 }),
  boarder: bool('住校', { initial: false }),
  validEnd: date('有效期', {
    help: '不填时按人员类别的有效期计算，类别未设则长期有效',
    aliases: ['有效期至', '到期日期'],
  }),
  cardNo: cardNoField({ createOnly: true }),
  physicalNo: physicalNoField({ createOnly: true }),
  cardStatus: choice('卡状态', cardStatuses),
  carded: bool('已发卡'),
  mainBalanceFen: money('主账户余额'),
  subsidyBalanceFen: money('补贴余额'),
  status: choice('状态', personStatuses),
  createdAt: time('开户时间'),
};

/** The unit a person belongs to, for scopes wider than one. */
export const personUnit = ref('单位', 'organization');
