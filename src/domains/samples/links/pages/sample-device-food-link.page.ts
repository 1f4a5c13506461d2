/** 留样柜菜品关联: which cabinet and scale serve which restaurant, meal and class of dishes. */
import { choice, int, normalDisabled, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { except, page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/sample_device_food_link',
  title: '留样柜菜品关联',
  limited: 'common',
  menu: ['食品安全', '食品留样'],
  order: 90,
  fields: {
    restaurantId: ref('餐厅', 'restaurant', { required: true, width: 300 }),
    mealPeriodIds: refs('餐次', 'meal_period', { width: 400, none: '所有餐次', help: '不选表示所有餐次' }),
    dishTypeIds: refs('菜品类', 'food_type', { width: 400, none: '所有菜品', help: '不选表示所有菜品' }),
    cabinetId: ref('留样柜', 'device', { required: true, width: 300 }),
    cellRows: int('层数', {
      required: true,
      min: 1,
      max: 20,
      initial: 4,
      width: 150,
      help: '层为 A、B、C…，格为 1、2、3…：A1',
    }),
    cellColumns: int('每层格数', { required: true, min: 1, max: 20, initial: 6, width: 150 }),
    scaleId: ref('留样秤', 'device', { width: 300, help: '它的称重直接填进这些菜的待留' }),
    cellText: text('格口（占用/共）', { columnWidth: 120 }),
    kept: int('在柜样品', { unit: '份' }),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
    updatedAt: time('修改时间'),
  },
  list: {
    columns: except('cellRows', 'cellColumns', 'kept'),
    important: ['restaurantId', 'mealPeriodIds', 'dishTypeIds', 'cabinetId', 'status'],
    search: ['restaurantId', 'cabinetId', 'status'],
    row: [
      'edit',
      ...onOff('停用后这些菜不再有指定的留样柜，在柜样品不受影响。确定停用？', { tone: 'danger' }),
      'remove',
    ],
    tools: ['create'],
    notice: true,
    detail: except('cellRows', 'cellColumns'),
  },
  form: {
    sections: [
      { title: '哪些菜', fields: ['restaurantId', 'mealPeriodIds', 'dishTypeIds'] },
      { title: '用哪台设备', fields: ['cabinetId', 'cellRows', 'cellColumns', 'scaleId'] },
      { title: '其他', fields: ['status'] },
    ],
  },
});
