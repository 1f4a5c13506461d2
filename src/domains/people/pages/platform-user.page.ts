/** 人员查询: support looks people of all units up. Names show masked and details stay hidden: no unit's diners by default. */
import { keyword, page } from '../../../kit/define/page.ts';
import { personFields, personUnit } from '../person-fields.ts';

const { name, jobNumber, personNo, phone, departmentId, typeId, cardNo, cardStatus, status, createdAt } = personFields;

export default page({
  path: '/admin/platform/user',
  title: '人员查询',
  menu: ['客户', '客户管理'],
  fields: {
    organizationId: personUnit,
    name,
    jobNumber,
    personNo,
    phone,
    departmentId,
    typeId,
    cardNo,
    cardStatus,
    status,
    createdAt,
  },
  list: {
    columns: [
      'name',
      'organizationId',
      'departmentId',
      'typeId',
      'phone',
      'cardNo',
      'cardStatus',
      'status',
      'createdAt',
    ],
    subline: { name: 'jobNumber' },
    search: [keyword('姓名/工号/卡号/手机（完整输入）', 'name'), 'organizationId', 'status', 'cardStatus'],
    row: ['view'],
  },
});
