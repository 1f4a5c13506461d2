/** 部署点 of the organization: where its devices stand and which restaurant they work for. */
import { onOff } from '../../../../kit/define/on-off.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { deploySiteFields } from '../deploy-site-fields.ts';

export default page({
  title: '部署点',
  limited: 'common',
  path: '/admin/organization/deploy_site',
  menu: ['消费管理', '消费设置'],
  order: 2,
  fields: deploySiteFields,
  list: {
    columns: except('organizationId'),
    search: [keyword('名称/位置', 'name', 'address'), 'kind', 'restaurantId', 'status'],
    sort: 'name',
    tools: ['create'],
    row: ['edit', ...onOff('确定停用「{name}」？停用后此处的设备不能消费'), 'remove'],
  },
  form: { sections: [{ fields: ['name', 'kind', 'restaurantId', 'address'] }] },
});
