/** 部署点 in the restaurants a contractor runs. */
import { ref } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { deploySiteFields } from '../deploy-site-fields.ts';

export default page({
  title: '部署点',
  limited: 'common',
  path: '/admin/contractor/deploy_site',
  menu: ['经营管理', '项目与餐厅'],
  order: 3,
  wide: ['organizationId'],
  fields: { ...deploySiteFields, restaurantId: ref('餐厅', 'restaurant', { required: true, width: 300 }) },
  list: {
    search: [keyword('名称/位置', 'name', 'address'), 'organizationId', 'restaurantId', 'kind', 'status'],
    sort: 'name',
    tools: ['create'],
    row: ['edit', ...onOff('确定停用「{name}」？停用后此处的设备不能消费')],
  },
  form: { sections: [{ fields: ['restaurantId', 'name', 'kind', 'address'] }] },
});
