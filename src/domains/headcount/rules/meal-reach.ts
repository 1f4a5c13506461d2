/** Whom and which meals a rule of reporting or ordering speaks of. */
import { choices, refs } from '../../../kit/define/field.ts';

export const mealReach = {
  mealPeriodIds: refs('餐次', 'meal_period', { required: true, width: 400 }),
  typeIds: refs('人员类别', 'person_type', { width: 400, help: '不选表示所有类别', none: '所有类别' }),
  dayKinds: choices(
    '适用日期',
    [
      { value: 'WORKDAY', label: '工作日' },
      { value: 'WEEKEND', label: '周末' },
      { value: 'HOLIDAY', label: '节假日' },
    ],
    { required: true },
  ),
} as const;
