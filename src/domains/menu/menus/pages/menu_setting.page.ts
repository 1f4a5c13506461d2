/** 菜谱设置: whether two must look before a menu is published, what is warned of, and whose needs a menu is held against. */
import { bool, choice, int, lines, percent } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { genders } from '../../../people/public.ts';
import { ageGroups } from '../../nutrition/standards.ts';

export default page({
  path: '/admin/organization/food_menu/setting',
  title: '菜谱设置',
  limited: 'common',
  menu: ['菜谱营养', '菜谱'],
  order: 7,
  kind: 'settings',
  fields: {
    twoHands: bool('双人发布', { help: '菜谱由另一人发布，编制人不能发布自己编的菜谱' }),
    repeatDays: int('重复提醒', {
      required: true,
      unit: '天',
      min: 0,
      max: 60,
      help: '同一餐厅几天内重复同一道菜时提醒，0 为不提醒',
    }),
    costRatio: percent('成本上限', { min: 1, max: 20_000, help: '成本占售价超过它时提醒，不填为不提醒' }),
    peopleMix: lines(
      '就餐人群',
      {
        ageGroup: choice('年龄', ageGroups, { required: true }),
        gender: choice('性别', genders, { required: true }),
        heads: int('人数', { required: true, unit: '人', min: 1, max: 1_000_000 }),
      },
      { unique: ['ageGroup', 'gender'], max: 14, totals: ['heads'], help: '不填则按人员档案的生日与性别统计' },
    ),
  },
  form: {
    sections: [
      { title: '发布', fields: ['twoHands', 'repeatDays', 'costRatio'] },
      { title: '营养目标', fields: ['peopleMix'] },
    ],
  },
});
