/** 巡检人员关联. */
import { linksIn } from '../links-in.ts';

export default linksIn({ path: '/admin/organization/inspection_user/link', title: '巡检人员关联', order: 45 });
