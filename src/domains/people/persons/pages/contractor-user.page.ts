/**
 * 就餐人员: people of all organizations a contractor serves; it looks them up and may report a card lost. Names show masked,
 * in full only with a reason that is logged.
 */
import { keyword, page } from '../../../../kit/define/page.ts';
import { cardFlow } from '../../cards/card-states.ts';
import { personFields, personUnit } from '../person-fields.ts';

export default page({
  path: '/admin/contractor/user',
  title: '就餐人员',
  menu: ['经营管理', '项目与餐厅'],
  wide: ['organizationId'],
  fields: { organizationId: personUnit, ...personFields, name: { ...personFields.name, mask: 'name' } },
  list: {
    columns: [
      'name',
      'organizationId',
      'departmentId',
      'typeId',
      'phone',
      'cardNo',
      'cardStatus',
      'mainBalanceFen',
      'subsidyBalanceFen',
      'status',
    ],
    subline: { name: 'jobNumber' },
    search: [keyword('姓名/工号/卡号', 'name', 'jobNumber', 'cardNo'), 'organizationId', 'status', 'cardStatus'],
    detail: [
      'name',
      'organizationId',
      'jobNumber',
      'personNo',
      'gender',
      'phone',
      'departmentId',
      'typeId',
      'cardNo',
      'cardStatus',
      'mainBalanceFen',
      'subsidyBalanceFen',
      'allergens',
      'dietTaboo',
      'validEnd',
      'status',
      'createdAt',
    ],
    row: [
      'view',
      {
        key: 'reportLoss',
        label: '挂失',
        tone: 'danger',
        confirm: '确定挂失 {name} 的卡片 {cardNo}？名单下发到各设备后生效，解挂须由所在单位办理。',
        when: (row) => cardFlow.may('loss', row.cardStatus),
        whyNot: (row) => (row.cardStatus === null ? '没有卡片' : `卡片当前为「${cardFlow.labelOf(row.cardStatus)}」`),
      },
    ],
  },
});
