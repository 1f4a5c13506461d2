/** The role's own form, a tree of menus and buttons instead of inputs, and the ready-made roles to take over. */
import { view } from '../../../../kit/console/view.ts';
import { ReadyPosts } from '../ready-posts.tsx';
import { RoleForm } from '../role-form.tsx';

export default view({ formBody: RoleForm, slots: { toolbar: ReadyPosts } });
