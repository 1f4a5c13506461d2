/** 承包点管理 of the contractor: its contracts with organizations. It drafts, the organization signs. */
import { page } from '../../../kit/define/page.ts';
import { contractFields, partnerName, terminateAction } from '../contract-fields.ts';

export default page({
  title: '承包点管理',
  path: '/admin/contractor/manage/contract_site',
  menu: ['经营管理', '项目与餐厅'],
  order: 1,
  fields: { ...contractFields, partnerName: partnerName('单位全称') },
  list: {
    columns: [
      'organizationId',
      'restaurantIds',
      'status',
      'startDate',
      'endDate',
      'shareRatio',
      'manageFeeFen',
      'depositAmountFen',
      'settleCycle',
      'bearCorrection',
      'endedReason',
      'createdAt',
    ],
    search: ['status', 'endDate'],
    sort: '-createdAt',
    tools: ['create'],
    row: ['edit', terminateAction, 'remove'],
    export: true,
  },
  form: {
    sections: [
      { title: '合同', fields: ['partnerName', 'startDate', 'endDate', 'attachment'] },
      { title: '结算', fields: ['shareRatio', 'manageFeeFen', 'depositAmountFen', 'settleCycle', 'bearCorrection'] },
    ],
  },
});
