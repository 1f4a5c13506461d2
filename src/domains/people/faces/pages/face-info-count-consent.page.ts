/** 同意记录: whatever was asked, agreed to, narrowed, refused or taken back about a face; rows are never changed. */
import { choice, choices, date, file, int, longText, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { aboutPerson } from '../../persons/about-person.ts';
import { consentKinds, facePurposes } from '../face-purposes.ts';
import { consenters } from '../face-states.ts';
import faceCount from './face-info-count.page.ts';

export default page({
  of: faceCount,
  path: 'consent',
  title: '同意记录',
  limited: ['DEPARTMENT'],
  fields: {
    ...aboutPerson('人员'),
    kind: choice('事项', consentKinds),
    purposes: choices('用途', facePurposes, { columnWidth: 200 }),
    noticeNo: int('告知书', { unit: '号' }),
    byWhom: choice('同意人', consenters),
    byName: text('同意人姓名'),
    note: longText('说明'),
    file: file('同意书'),
    at: date('日期'),
    recordedName: text('登记人'),
    recordedAt: time('登记时间', { sortable: true }),
  },
  list: {
    columns: except('departmentId', 'note', 'file'),
    detail: except('departmentId'),
    subline: { personId: 'jobNumber' },
    search: [keyword('姓名/工号', 'personId', 'jobNumber'), 'kind', range('recordedAt')],
    row: ['view'],
  },
});
