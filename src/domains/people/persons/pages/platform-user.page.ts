/** 人员查询: support looks people of all units up. Names show masked, in full only with a reason that is logged. */
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { personFields, personUnit } from '../person-fields.ts';

const { name, jobNumber, personNo, phone, departmentId, typeId, cardNo, cardStatus, status, createdAt } = personFields;

export default page({
  path: '/admin/platform/user',
  title: '人员查询',
  menu: ['客户', '客户管理'],
  wide: ['organizationId'],
  fields: {
    name: { ...name, mask: 'name' },
    jobNumber,
    personNo,
    organizationId: personUnit,
    departmentId,
    typeId,
    phone,
    cardNo,
    cardStatus,
    status,
    createdAt,
  },
  list: {
    columns: except('personNo'),
    subline: { name: 'jobNumber' },
    search: [keyword('姓名/工号/卡号/手机（完整输入）', 'name'), 'organizationId', 'status', 'cardStatus'],
    row: ['view'],
    // No directory to take home.
    export: false,
  },
});
