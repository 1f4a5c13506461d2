/** 证照 of a caterer: its own licences as the platform keeps them, and how long they last. */
import { date, int, text } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';

export default page({
  title: '本企业证照',
  path: '/admin/contractor/papers',
  menu: ['经营管理', '项目与餐厅'],
  order: 6,
  fields: {
    name: text('企业'),
    licenseNo: text('统一社会信用代码'),
    foodLicenseNo: text('食品经营许可证'),
    foodLicenseEnd: date('许可证到期'),
    daysLeft: int('剩余', { unit: '天', help: '已过期的为负；办理延续以后由平台更新' }),
  },
  list: { search: ['foodLicenseEnd'], sort: 'name', row: ['view'] },
});
