/** 食堂类型: which dishes have to be kept follows from it, and more of the unit's duties. */
import { choice } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { canteenKinds } from '../canteen-kinds.ts';

export default page({
  path: '/admin/organization/sample_food_quantum/setting',
  title: '食堂类型',
  limited: 'common',
  menu: ['食品安全', '食品留样'],
  order: 85,
  kind: 'settings',
  fields: {
    canteenKind: choice('食堂类型', canteenKinds, {
      required: true,
      width: 300,
      help: '幼儿园、中小学每餐每样成品都须留样；其他单位留易腐食品与菜谱标明须留样的。改后即按新的类型生成待留',
    }),
  },
  form: { sections: [{ fields: ['canteenKind'] }] },
});
