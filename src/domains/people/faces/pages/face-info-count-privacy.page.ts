/** 告知书: what people are told before they agree to the use of their face; a new wording is a new notice. */
import { choices, int, longText, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { facePurposes } from '../face-purposes.ts';
import faceCount from './face-info-count.page.ts';

export default page({
  of: faceCount,
  path: 'privacy',
  title: '告知书',
  limited: 'common',
  fields: {
    noticeNo: int('编号', { unit: '号', readOnly: true }),
    purposes: choices('用途', facePurposes, { required: true, columnWidth: 220 }),
    body: longText('告知内容', {
      required: true,
      max: 8_000,
      width: 500,
      help: '处理者、目的、方式、保存期限、存放在哪里、怎样撤回；发布后不能修改，改写即发布新的一号',
    }),
    answerDays: int('答复期限', {
      unit: '天',
      min: 7,
      max: 180,
      help: '填了就向先前同意过的人重新征求，过了期限没有答复的暂停使用人脸；处理的目的、方式或范围扩大时须填，用途变多时必填',
    }),
    waiting: int('待答复', { unit: '人', readOnly: true }),
    digest: text('摘要', { columnWidth: 220, readOnly: true }),
    consents: int('据此同意', { unit: '人', readOnly: true }),
    publishedName: text('发布人', { readOnly: true }),
    publishedAt: time('发布时间'),
  },
  list: {
    columns: ['noticeNo', 'purposes', 'consents', 'answerDays', 'waiting', 'publishedName', 'publishedAt', 'digest'],
    search: ['body'],
    sort: '-noticeNo',
    tools: ['create'],
    createLabel: '发布新的告知书',
    row: ['view'],
    drills: {
      waiting: { path: '/admin/organization/face_info_count/ask_again', search: ({ noticeNo }) => ({ noticeNo }) },
    },
  },
  form: { createOnly: true, sections: [{ fields: ['purposes', 'body', 'answerDays'] }] },
});
