/** 打印测试: a sample slip and a sample sheet, to see whether the printer is set up. */
import { page } from '../../../kit/define/page.ts';

export default page({
  title: '打印测试',
  kind: 'custom',
  path: '/admin/cs/printTest',
  menu: null,
  everyone: true,
  fields: {},
});
