/** Sample of a tree; also the home page of the sample console. */
import { int, ref, text } from '../../../src/kit/define/field.ts';
import { page } from '../../../src/kit/define/page.ts';

export default page({
  path: '/admin/organization/sample/shelf',
  title: '书架',
  menu: ['样例', '样例页'],
  fields: {
    name: text('名称', { required: true }),
    parentId: ref('上级', '/admin/organization/sample/shelf', { tree: true }),
    books: int('藏书'),
  },
  list: {
    columns: ['name', 'books'],
    search: ['name'],
    treeBy: 'parentId',
    row: ['view', 'edit', 'remove'],
    tools: ['create'],
  },
  form: { sections: [{ fields: ['name', 'parentId'] }] },
});
