/** 承包点管理 of the organization: its contracts with the contractors that run its restaurants. */
import { page } from '../../../../kit/define/page.ts';
import { contractColumns, contractFields, partnerName, settlingFields } from '../contract-fields.ts';
import { contractFlow } from '../contract-states.ts';

export default page({
  title: '承包点管理',
  limited: 'common',
  path: '/admin/organization/manage/contract_site',
  menu: ['系统设置', '设备与应用'],
  fields: { ...contractFields, partnerName: partnerName('承包商全称') },
  list: {
    columns: ['contractorId', ...contractColumns],
    important: ['contractorId', 'servedNames', 'startDate', 'endDate', 'shareRatio', 'settleCycle', 'status'],
    changeable: (row) => row.status === 'DRAFT',
    search: ['contractorId', 'status', 'endDate'],
    tools: ['create'],
    row: [
      'edit',
      ...contractFlow.buttons,
      {
        key: 'accounts',
        label: '账户可见',
        when: (r) => r.status === 'ACTIVE',
        form: { accountsVisible: contractFields.accountsVisible },
        done: '已保存，承包商立即按新的范围查看',
      },
      'remove',
    ],
  },
  form: {
    sections: [
      { title: '合同', fields: ['partnerName', 'restaurantIds', 'startDate', 'endDate', 'attachment'] },
      { title: '结算', fields: [...settlingFields, 'accountsVisible'] },
    ],
  },
});
