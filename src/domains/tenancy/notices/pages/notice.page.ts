/** 公告通知: what a caterer tells the units it serves, and who has read it. */
import { choice, date, int, longText, refs, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { noticeFlow, noticeStatuses } from '../notice-states.ts';

export default page({
  path: '/admin/contractor/notice',
  title: '公告通知',
  menu: ['首页', '工作台'],
  order: 20,
  fields: {
    title: text('标题', { required: true, max: 60, width: 400, columnWidth: 240 }),
    content: longText('内容', { required: true, max: 2_000 }),
    organizationIds: refs('单位', 'organization', {
      width: 400,
      none: '全部服务单位',
      help: '不选为发布当天服务的全部单位',
    }),
    expireOn: date('有效期至', { width: 150, help: '过后单位不再看到；不填长期有效' }),
    publishAt: time('发布时间'),
    toldCount: int('发送单位', { unit: '家' }),
    readCount: int('已读单位', { unit: '家' }),
    unreadCount: int('未读单位', { unit: '家' }),
    makerName: text('发布人'),
    status: choice('状态', noticeStatuses),
    createdAt: time('创建时间', { sortable: true }),
  },
  list: {
    columns: ['title', 'organizationIds', 'publishAt', 'expireOn', 'toldCount', 'readCount', 'unreadCount', 'status'],
    search: ['status', keyword('标题', 'title', 'content')],
    tools: ['create'],
    row: ['edit', ...noticeFlow.buttons, 'view'],
  },
  form: { sections: [{ fields: ['title', 'content', 'organizationIds', 'expireOn'] }] },
});
