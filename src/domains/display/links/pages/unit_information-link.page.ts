/** 单位信息关联. */
import { linksIn } from '../links-in.ts';

export default linksIn({ path: '/admin/organization/unit_information/link', title: '单位信息关联', order: 50 });
