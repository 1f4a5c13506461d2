/** 溯源分析: one case with its figures. */
import { page } from '../../../../kit/define/page.ts';
import foodTrace from './food-trace.page.ts';

export default page({
  of: foodTrace,
  path: 'study',
  title: '溯源分析',
  kind: 'custom',
  fields: {},
  verbs: { look: '查看分析', add: '登记人员', tell: '记录访谈', pack: '导出资料' },
});
