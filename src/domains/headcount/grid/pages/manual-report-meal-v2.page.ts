/** 人工报餐（V2）: people of departments against the meals of a week, ticked cell by cell. */
import { ref } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { mondayOf } from '../../../menu/public.ts';
import { lateVerb } from '../../reports/report-words.ts';

export default page({
  path: '/admin/organization/manual_report_meal_v2',
  aliases: ['/admin/organization/manual_report_meal/v2'],
  title: '人工报餐（V2）',
  limited: ['DEPARTMENT'],
  menu: ['报餐管理', '报餐设置'],
  order: 35,
  kind: 'custom',
  fields: { departmentIds: ref('部门', 'department', { tree: true }), typeIds: ref('人员类别', 'person_type') },
  asksFirst: (today) => ({ verb: 'week', body: { date: mondayOf(today), departmentIds: [], typeIds: [] } }),
  verbs: { save: '报餐、取消', [lateVerb]: '截止后补报、撤报' },
});
