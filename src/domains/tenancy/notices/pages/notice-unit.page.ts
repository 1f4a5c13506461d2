/** 阅读情况: which units have read the notice, and which have not. */
import { bool, int, ref, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import notice from './notice.page.ts';

export default page({
  of: notice,
  by: 'noticeId',
  path: 'unit',
  title: '阅读情况',
  fields: {
    noticeId: int('公告编号', { hidden: true }),
    organizationId: ref('单位', 'organization'),
    isRead: bool('已读', {
      words: [
        { label: '已读', tone: 'success' },
        { label: '未读', tone: 'warning' },
      ],
    }),
    readers: int('阅读人数', { unit: '人' }),
    firstReadAt: time('首次阅读'),
    toldAt: time('发送时间', { sortable: true }),
  },
  list: { search: ['isRead', 'organizationId'] },
});
