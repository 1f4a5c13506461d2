/** The role's own form: a tree of menus and buttons instead of inputs. */
import { view } from '../../../../kit/console/view.ts';
import { RoleForm } from '../role-form.tsx';

export default view({ formBody: RoleForm });
