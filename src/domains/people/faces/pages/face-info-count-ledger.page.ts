/** 台账: where each face is or was, terminal by terminal, and what proves that it is there no more. */
import { choice, choices, int, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { aboutPerson } from '../../persons/about-person.ts';
import { faceProofs, facePurposes } from '../face-purposes.ts';
import { faceStatuses } from '../face-states.ts';
import faceCount from './face-info-count.page.ts';

const whereabouts = [
  { value: 'HELD', label: '在设备上', tone: 'info' },
  { value: 'SENDING', label: '下发中', tone: 'warning' },
  { value: 'MISSED', label: '未送达', tone: 'neutral' },
  { value: 'LEAVING', label: '待删除', tone: 'danger' },
  { value: 'GONE', label: '已删除', tone: 'neutral' },
] as const;

export default page({
  of: faceCount,
  path: 'ledger',
  title: '人脸台账',
  limited: ['DEPARTMENT'],
  fields: {
    ...aboutPerson('人员'),
    faceStatus: choice('人脸', faceStatuses),
    purposes: choices('同意的用途', facePurposes, { columnWidth: 160 }),
    deviceId: ref('设备', 'device', { columnWidth: 160 }),
    state: choice('在哪里', whereabouts),
    proof: choice('删除的凭据', faceProofs, {
      help: '已证实：删除后设备的清单摘要与平台一致；设备声明：只是设备说删了；人工确认：有人去看过',
    }),
    proofAt: time('确认时间'),
    proofDigest: text('清单摘要', { columnWidth: 200 }),
    proofSignature: text('设备签名', { columnWidth: 200 }),
    errorMsg: text('说明', { columnWidth: 200 }),
    targetVersion: int('照片版本'),
    sentAt: time('交给设备'),
    deleteDueAt: time('应删除'),
    createdAt: time('创建时间', { sortable: true }),
  },
  list: {
    columns: except('proofDigest', 'proofSignature', 'targetVersion', 'deleteDueAt'),
    detail: except('departmentId'),
    subline: { personId: 'jobNumber' },
    search: [
      keyword('姓名/工号', 'personId', 'jobNumber'),
      'state',
      'proof',
      'deviceId',
      'faceStatus',
      'departmentId',
      range('createdAt'),
    ],
    row: ['view'],
    notice: true,
  },
});
