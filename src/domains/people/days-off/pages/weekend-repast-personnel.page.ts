/** 周末就餐人员: who is registered to eat on weekends and holidays, and whether that is asked for at all. */
import { bool, choice, date, longText, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';

export const dayRules = [
  { value: 'WEEKEND', label: '周末', tone: 'info' },
  { value: 'HOLIDAY', label: '节假日', tone: 'warning' },
  { value: 'DATE_RANGE', label: '指定日期', tone: 'neutral' },
] as const;

const ruleType = choice('适用', dayRules, {
  required: true,
  initial: 'WEEKEND',
  width: 300,
  help: '「指定日期」在起止日期内的周末和节假日都有效',
});
const startDate = date('起', { help: '周末、节假日可不填，表示不限' });
const endDate = date('止');
const mealPeriodIds = refs('餐次', 'meal_period', { width: 300, help: '不选则全部餐次', none: '全部餐次' });
const reason = longText('原因', { max: 100, columnWidth: 140, placeholder: '如：住校、值班' });

export default page({
  path: '/admin/organization/weekend_repast_personnel',
  title: '周末就餐人员',
  duties: { rule: 'setup' },
  limited: ['DEPARTMENT'],
  menu: ['人员卡务', '人员档案'],
  order: 190,
  fields: {
    personId: ref('人员', 'person', { required: true, createOnly: true, width: 400 }),
    jobNumber: text('工号/学号', { max: 32, required: true, aliases: ['工号', '学号'] }),
    departmentId: ref('部门', 'department'),
    boarder: bool('住校'),
    ruleType,
    startDate,
    endDate,
    mealPeriodIds,
    reason,
    valid: choice('当前', [
      { value: 'VALID', label: '有效', tone: 'success' },
      { value: 'FUTURE', label: '未开始', tone: 'info' },
      { value: 'OVER', label: '已过期', tone: 'neutral' },
    ]),
    createdAt: time('登记时间'),
  },
  list: {
    subline: { personId: 'jobNumber' },
    search: [keyword('姓名/工号', 'personId', 'jobNumber'), 'departmentId', 'ruleType', 'valid'],
    row: ['edit', 'remove'],
    tools: [
      'create',
      {
        key: 'assign',
        label: '批量设置',
        form: {
          departmentIds: refs('部门', 'department', { help: '含下级部门；部门、类别、人员至少选一项' }),
          typeIds: refs('人员类别', 'person_type', { help: '与部门同时选择时取交集' }),
          personIds: refs('人员', 'person', { help: '另外加入的人员' }),
          ruleType,
          startDate,
          endDate,
          mealPeriodIds,
          reason,
        },
        shows: 'receipt',
      },
      {
        key: 'rule',
        label: '修改规则',
        form: {
          weekendListRequired: bool('仅名单内人员可就餐', { help: '周末及节假日；不在名单内的人员在线刷卡会被拒绝' }),
          boardersRegistered: bool('住校人员视为已登记', { help: '仅名单内人员可就餐时有效' }),
        },
        done: '已保存，3 秒内对在线消费生效',
      },
    ],
    notice: true,
  },
  form: { sections: [{ fields: ['personId', 'ruleType', 'startDate', 'endDate', 'mealPeriodIds', 'reason'] }] },
  import: {
    fields: ['jobNumber', 'ruleType', 'startDate', 'endDate', 'reason'],
    help: '按工号/学号登记，餐次为全部；同一人员相同适用范围与日期的重复登记会被指出',
  },
});
