/** 后厨权限: the grid in place of a list. */
import { view } from '../../../../kit/console/view.ts';
import { PermissionPage } from '../views/permission-page.tsx';

export default view({ page: PermissionPage });
