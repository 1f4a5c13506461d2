/** 召回通知: what a caterer calls back of what lies or was cooked at the unit, and what the unit has done about it. */
import { choice, longText, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { noticeFlow, noticeStatuses } from '../recall-states.ts';

export default page({
  path: '/admin/organization/supply_recall',
  title: '召回通知',
  menu: ['菜谱营养', '菜品食材'],
  order: 61,
  limited: 'common',
  duties: { answer: 'make' },
  fields: {
    recallNo: text('召回单号', { columnWidth: 150 }),
    contractorId: ref('承包商', 'contractor'),
    content: longText('内容', { columnWidth: 420 }),
    status: choice(
      '状态',
      noticeStatuses.filter(({ value }) => value !== 'DRAFT'),
    ),
    sentName: text('发出人'),
    sentAt: time('发出时间'),
    answer: longText('处理情况'),
    answeredName: text('回复人'),
    answeredAt: time('回复时间'),
  },
  list: {
    columns: ['recallNo', 'contractorId', 'content', 'status', 'sentAt', 'answer', 'answeredName'],
    important: ['recallNo', 'content', 'status', 'sentAt'],
    search: [range('sentAt'), 'status', keyword('单号/内容', 'recallNo', 'content')],
    row: [...noticeFlow.buttons, 'view'],
  },
});
