/** 留样量标准: how much is kept, how long, when and how cold, by meal and class of dish; 125 g and 48 h are floors. */
import { choice, decimal, int, normalDisabled, ref, time } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { page } from '../../../../kit/define/page.ts';
import { leastGrams, leastHours } from '../need-sample.ts';

export const needChoices = [
  { value: 'KIND', label: '按食堂类型' },
  { value: 'ALWAYS', label: '必须留样' },
  { value: 'NEVER', label: '不留样' },
] as const;

export default page({
  path: '/admin/organization/sample_food_quantum',
  title: '留样量标准',
  limited: 'common',
  menu: ['食品安全', '食品留样'],
  order: 80,
  fields: {
    mealPeriodId: ref('餐次', 'meal_period', { width: 200, none: '所有餐次', help: '不选表示所有餐次' }),
    dishTypeId: ref('菜品类', 'food_type', {
      width: 200,
      none: '所有菜品',
      help: '不选表示所有菜品；大类包括其下小类',
    }),
    needs: choice('是否留样', needChoices, {
      required: true,
      initial: 'KIND',
      help: '幼儿园、中小学每餐每样成品都留；其他单位易腐食品必留，其余看菜谱上的「须留样」',
    }),
    minGrams: int('最少克数', {
      required: true,
      unit: '克',
      min: leastGrams,
      max: 5_000,
      initial: leastGrams,
      width: 150,
      help: `法规下限 ${leastGrams} 克，只能提高`,
    }),
    retainHours: int('保存', {
      required: true,
      unit: '小时',
      min: leastHours,
      max: 720,
      initial: leastHours,
      width: 150,
      help: `法规下限 ${leastHours} 小时，只能延长`,
    }),
    beforeMinutes: int('开餐前', { required: true, unit: '分钟起', min: 0, max: 480, initial: 120, width: 150 }),
    afterMinutes: int('开餐后', { required: true, unit: '分钟止', min: 0, max: 480, initial: 30, width: 150 }),
    tempMin: decimal('柜温下限', { required: true, unit: '℃', digits: 1, min: -5, max: 10, initial: 0, width: 150 }),
    tempMax: decimal('柜温上限', { required: true, unit: '℃', digits: 1, min: 0, max: 8, initial: 8, width: 150 }),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
    updatedAt: time('修改时间'),
  },
  list: {
    important: ['mealPeriodId', 'dishTypeId', 'needs', 'minGrams', 'retainHours', 'status'],
    search: ['mealPeriodId', 'dishTypeId', 'needs', 'status'],
    row: ['edit', ...onOff('停用后按更宽的标准或法规下限执行。确定停用？', { tone: 'danger' }), 'remove'],
    tools: ['create', { key: 'setting', label: '食堂类型', open: '/admin/organization/sample_food_quantum/setting' }],
    notice: true,
  },
  versions: { foresees: true, until: { status: 'DISABLED' } },
  form: {
    sections: [
      { title: '哪些菜', fields: ['mealPeriodId', 'dishTypeId', 'needs'] },
      { title: '留多少、留多久', fields: ['minGrams', 'retainHours'] },
      { title: '什么时候留', fields: ['beforeMinutes', 'afterMinutes'] },
      { title: '存多冷', fields: ['tempMin', 'tempMax'] },
      { title: '其他', fields: ['status'] },
    ],
  },
});
