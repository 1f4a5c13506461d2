/** 餐厅餐次: which meals each restaurant serves; terminals of a restaurant refuse the others. */
import { json } from '../../../kit/define/field.ts';
import { page } from '../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/restaurant/meal',
  aliases: ['/admin/organization/restaurant_meal'],
  title: '餐厅餐次',
  menu: ['消费管理', '消费设置'],
  order: 20,
  kind: 'settings',
  fields: { serving: json('供应餐次', { required: true }) },
  form: { sections: [{ fields: ['serving'] }] },
});
