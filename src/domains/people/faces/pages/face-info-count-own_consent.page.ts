/** 改由本人同意: those a guardian agreed for as children who are fourteen now; unanswered, the face lapses. */
import { choice, choices, date, file, int, longText, text } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { aboutPerson } from '../../persons/about-person.ts';
import { facePurposes } from '../face-purposes.ts';
import { guardianAge, ownConsentDays } from '../face-states.ts';
import faceCount from './face-info-count.page.ts';

export default page({
  of: faceCount,
  path: 'own_consent',
  title: '改由本人同意',
  limited: ['DEPARTMENT'],
  fields: {
    ...aboutPerson('人员'),
    name: text('姓名', { hidden: true }),
    state: choice('状态', [
      { value: 'DUE', label: '待本人同意', tone: 'warning' },
      { value: 'OVERDUE', label: '今夜失效', tone: 'danger' },
    ]),
    birthday: date('生日'),
    consentName: text('原同意人'),
    consentOn: date('原同意日期'),
    purposes: choices('用途', facePurposes, { columnWidth: 200 }),
    askedOn: date('列入日期'),
    dueOn: date('到期日', {
      help: `列入之日起 ${ownConsentDays} 天；到期没有登记，人脸即失效，照片删除，设备随即删除`,
    }),
    daysLeft: int('剩余', { unit: '天' }),
  },
  list: {
    columns: except('departmentId'),
    subline: { personId: 'jobNumber' },
    search: [keyword('姓名/工号', 'personId', 'jobNumber'), 'departmentId', 'state'],
    sort: 'dueOn',
    notice: true,
    row: [
      {
        key: 'record',
        label: '登记本人同意',
        form: {
          purposes: choices('同意的用途', facePurposes, {
            required: true,
            help: '没有选的用途，只服务于它的设备随即删除这张人脸',
          }),
          consentOn: date('同意日期', { required: true, help: `以同意书的日期为准，不早于 ${guardianAge} 周岁生日` }),
          file: file('同意书', { help: '可不传；传了在同意记录里可查' }),
        },
        done: '已改由本人同意',
      },
      {
        key: 'decline',
        label: '登记不同意',
        tone: 'danger',
        form: {
          reason: longText('说明', {
            required: true,
            max: 100,
            initial: '本人不同意',
            help: '照片立即删除，并通知各设备删除',
          }),
        },
        done: '已登记，照片已删除',
      },
    ],
  },
});
