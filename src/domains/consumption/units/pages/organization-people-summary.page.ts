/** 单位人数汇总 of a contractor: how many people each unit has, in which state, with what, and how many of them ate. */
import { int, text } from '../../../../kit/define/field.ts';
import { eq } from '../../../../kit/define/identity.ts';
import { type Drill, page } from '../../../../kit/define/page.ts';

const people = (status?: string): Drill => ({
  path: '/admin/contractor/user',
  search: (row) => ({ organizationId: row.id, ...(status ? { status } : {}) }),
});

export default page({
  path: '/admin/contractor/report_form/organization_people_summary',
  title: '单位人数汇总',
  menu: ['报表中心', '明细'],
  order: 60,
  fields: {
    name: text('单位', { columnWidth: 200 }),
    total: int('总人数', { unit: '人' }),
    normal: int('在用', { unit: '人' }),
    pending: int('待开户', { unit: '人' }),
    suspended: int('停用', { unit: '人' }),
    closing: int('销户中', { unit: '人' }),
    closed: int('销户', { unit: '人' }),
    carded: int('有卡', { unit: '人' }),
    faced: int('有人脸', { unit: '人' }),
    bound: int('已绑微信', { unit: '人' }),
    ateToday: int('今日就餐', { unit: '人', help: '在本承包商经营的餐厅' }),
    ateThisMonth: int('本月活跃', { unit: '人', help: '本月在本承包商经营的餐厅消费过的' }),
  },
  list: { search: ['name'], totals: ['total', 'normal', 'pending', 'suspended', 'closing', 'closed'] },
  report: {
    identities: [eq('total', ['normal', 'pending', 'suspended', 'closing', 'closed'])],
    drill: {
      ...people(),
      columns: {
        normal: people('NORMAL'),
        pending: people('PENDING'),
        suspended: people('SUSPENDED'),
        closing: people('CLOSING'),
        closed: people('CLOSED'),
        // Cards, faces and meals are no state of a person that the list of people is searched by.
        carded: null,
        faced: null,
        bound: null,
        ateToday: null,
        ateThisMonth: null,
      },
    },
  },
});
