/** 公告: what the caterers that serve the unit tell it. */
import { bool, int, longText, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/notice',
  title: '餐企公告',
  menu: ['首页', '工作台'],
  order: 30,
  limited: 'common',
  duties: { read: 'look' },
  fields: {
    title: text('标题', { columnWidth: 260 }),
    contractorName: text('来自', { columnWidth: 200 }),
    content: longText('内容', { columnWidth: 320 }),
    publishAt: time('发布时间'),
    isRead: bool('我已读', {
      words: [
        { label: '已读', tone: 'success' },
        { label: '未读', tone: 'warning' },
      ],
    }),
    readers: int('已读', { unit: '人' }),
    toldAt: time('收到时间', { sortable: true }),
  },
  list: {
    columns: ['title', 'contractorName', 'publishAt', 'isRead', 'readers'],
    search: [keyword('标题', 'title', 'contractorName'), 'isRead'],
    row: [{ key: 'read', label: '阅读', tone: 'primary', shows: 'receipt' }, 'view'],
  },
});
