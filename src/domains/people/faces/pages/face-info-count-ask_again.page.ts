/** 重新征求同意: those who agreed to an earlier notice than the one that went further; unanswered, the face is paused. */
import { choice, choices, date, file, int, longText, text } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { aboutPerson } from '../../persons/about-person.ts';
import { facePurposes } from '../face-purposes.ts';
import { consenters, guardianAge } from '../face-states.ts';
import faceCount from './face-info-count.page.ts';

export default page({
  of: faceCount,
  path: 'ask_again',
  title: '重新征求同意',
  limited: ['DEPARTMENT'],
  fields: {
    ...aboutPerson('人员'),
    name: text('姓名', { hidden: true }),
    birthday: date('生日', { hidden: true }),
    guardianName: text('监护人', { hidden: true }),
    state: choice('状态', [
      { value: 'DUE', label: '待答复', tone: 'warning' },
      { value: 'PAUSED', label: '已暂停使用', tone: 'danger' },
    ]),
    noticeNo: int('征求的告知书', { unit: '号' }),
    purposes: choices('原同意的用途', facePurposes, { columnWidth: 200 }),
    consentBy: choice('原同意人', consenters),
    consentName: text('原同意人姓名'),
    consentOn: date('原同意日期'),
    askedOn: date('征求日期'),
    dueOn: date('答复期限', { help: '过了这一天没有答复，人脸暂停使用：各设备随即删除，照片保留，登记同意后恢复' }),
    daysLeft: int('剩余', { unit: '天' }),
  },
  list: {
    columns: except('departmentId', 'consentBy'),
    subline: { personId: 'jobNumber' },
    search: [keyword('姓名/工号', 'personId', 'jobNumber'), 'departmentId', 'state', 'noticeNo'],
    sort: 'dueOn',
    notice: true,
    row: [
      {
        key: 'answer',
        label: '登记同意',
        batch: true,
        form: {
          purposes: choices('同意的用途', facePurposes, {
            required: true,
            help: '没有选的用途，只服务于它的设备随即删除这张人脸；只同意原来的用途，就只选原来的',
          }),
          consentOn: date('同意日期', {
            required: true,
            help: `以同意书的日期为准，不早于征求日期。未满 ${guardianAge} 周岁记为监护人同意，其余记为本人`,
          }),
          file: file('同意书', { help: '可不传；传了在同意记录里可查' }),
        },
        done: '已登记同意',
      },
      {
        key: 'decline',
        label: '登记不同意',
        tone: 'danger',
        batch: true,
        form: {
          reason: longText('说明', {
            required: true,
            max: 100,
            initial: '不同意新的告知书',
            help: '照片立即删除，并通知各设备删除。仍同意原来用途的，请登记同意并只选原来的用途',
          }),
        },
        done: '已登记，照片已删除',
      },
    ],
  },
});
