/** 人员类别餐次: which meals a person type may eat, how often, and for how much. Without a rule a meal is allowed. */
import { bool, int, money, ref, refs, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';

const allowed = bool('可就餐', { initial: true, help: '没有规则的类别和餐次均可就餐' });
const times = int('每餐限次', {
  unit: '次',
  min: 1,
  max: 99,
  width: 150,
  help: '不填则按餐次设置；与餐次限次取较小者',
});
const limit = money('单笔限额', { min: 1, width: 200, help: '不填则按人员类别；与类别单笔限额取较小者' });

export default page({
  path: '/admin/organization/user/type_meal',
  aliases: ['/admin/organization/user_type_meal'],
  title: '人员类别餐次',
  limited: 'common',
  menu: ['人员卡务', '卡务与绑定'],
  order: 2,
  fields: {
    typeId: ref('人员类别', 'person_type', { required: true, createOnly: true, width: 300 }),
    mealPeriodId: ref('餐次', 'meal_period', { required: true, createOnly: true, width: 200 }),
    allowed,
    times,
    singleLimitFen: limit,
    updatedAt: time('修改时间'),
  },
  list: {
    search: ['typeId', 'mealPeriodId', 'allowed'],
    row: [
      'edit',
      {
        key: 'bar',
        label: '禁止就餐',
        tone: 'danger',
        batch: true,
        confirm: '确定禁止「{typeName}」就餐：{mealPeriodName}？',
        when: (row) => row.allowed === true,
        whyNot: () => '已禁止',
      },
      {
        key: 'allow',
        label: '允许就餐',
        tone: 'success',
        batch: true,
        when: (row) => row.allowed === false,
        whyNot: () => '已允许',
      },
      'remove',
    ],
    tools: [
      'create',
      {
        key: 'assign',
        label: '批量设置',
        form: {
          typeIds: refs('人员类别', 'person_type', { required: true }),
          mealPeriodIds: refs('餐次', 'meal_period', { required: true }),
          allowed,
          times,
          singleLimitFen: limit,
        },
        done: '已设置；原有规则已按本次内容更新',
      },
    ],
  },
  form: { sections: [{ fields: ['typeId', 'mealPeriodId', 'allowed', 'times', 'singleLimitFen'] }] },
});
