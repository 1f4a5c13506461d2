/** 承包点管理 of the contractor: its contracts with organizations. It drafts, the organization signs. */
import { page } from '../../../../kit/define/page.ts';
import { contractColumns, contractFields, partnerName, settlingFields } from '../contract-fields.ts';
import { contractFlow } from '../contract-states.ts';

export default page({
  title: '承包点管理',
  limited: 'common',
  path: '/admin/contractor/manage/contract_site',
  menu: ['经营管理', '项目与餐厅'],
  order: 1,
  fields: { ...contractFields, partnerName: partnerName('单位全称') },
  list: {
    columns: ['organizationId', ...contractColumns],
    important: ['organizationId', 'servedNames', 'startDate', 'endDate', 'shareRatio', 'settleCycle', 'status'],
    changeable: (row) => row.status === 'DRAFT',
    search: ['status', 'endDate'],
    tools: ['create'],
    row: ['edit', contractFlow.button('terminate'), 'remove'],
  },
  form: {
    sections: [
      { title: '合同', fields: ['partnerName', 'startDate', 'endDate', 'attachment'] },
      { title: '结算', fields: [...settlingFields] },
    ],
  },
});
