/** The life of a face as buttons of 人员管理: consent asked for and given, the photo, consent withdrawn. */
import { choice, choices, date, face, longText, text } from '../../../kit/define/field.ts';
import type { Action } from '../../../kit/define/page.ts';
import { inState, living } from '../persons/life-buttons.ts';
import type { userFields } from '../persons/user-fields.ts';
import { facePurposes } from './face-purposes.ts';
import { consenters, faceFlow, faceMay } from './face-states.ts';

const faceNow = (row: { faceStatus: string | null; faceConsentAt: string | null }) =>
  row.faceConsentAt !== null && row.faceStatus === 'NONE'
    ? '已登记同意，待上传照片'
    : `人脸当前为「${faceFlow.labelOf(row.faceStatus ?? 'NONE')}」`;

export const faceButtons: readonly Action<typeof userFields>[] = [
  {
    key: 'faceAsk',
    label: '征求人脸同意',
    batch: true,
    when: (row) => living(row) && faceMay('ask', row.faceStatus) && row.faceConsentAt === null,
    whyNot: (row) => (living(row) ? faceNow(row) : inState(row)),
  },
  {
    key: 'faceConsent',
    label: '登记人脸同意',
    form: {
      purposes: choices('同意的用途', facePurposes, {
        required: true,
        help: '人脸只下发到用得着的设备：同意了用途，并且本人能在那里就餐、通行或上岗',
      }),
      consentBy: choice('同意人', consenters, {
        required: true,
        initial: 'SELF',
        help: '未满 14 周岁须由监护人同意。人脸不是唯一的就餐方式，不同意可用卡或二维码',
      }),
      consentName: text('同意人姓名', { max: 50, help: '本人同意可不填；监护人不填时取档案中的监护人' }),
      consentOn: date('同意日期', { required: true, help: '以书面或电子同意书的日期为准' }),
    },
    when: (row) => living(row) && faceMay('consent', row.faceStatus) && row.faceConsentAt === null,
    whyNot: (row) => (living(row) ? faceNow(row) : inState(row)),
  },
  {
    key: 'faceRefuse',
    label: '登记不同意人脸',
    batch: true,
    form: { note: text('说明', { max: 100 }) },
    when: (row) => faceMay('refuse', row.faceStatus),
    whyNot: faceNow,
  },
  {
    key: 'facePurposes',
    label: '变更人脸用途',
    batch: true,
    form: {
      purposes: choices('同意的用途', facePurposes, {
        required: true,
        help: '去掉的用途，只服务于它的设备随即删除这张人脸；加上的用途须本人（监护人）已另行同意',
      }),
      note: text('说明', { max: 100 }),
    },
    when: (row) => row.faceConsentAt !== null && faceMay('accept', row.faceStatus),
    whyNot: (row) => (row.faceConsentAt === null ? '尚未登记单独同意' : faceNow(row)),
  },
  {
    key: 'faceUpload',
    label: '上传人脸照片',
    form: {
      imageUrl: face('照片', {
        required: true,
        help: '正面免冠 JPG 或 PNG，短边至少 240 像素；合格后自动下发到人脸设备',
      }),
    },
    shows: 'receipt',
    when: (row) => living(row) && faceMay('accept', row.faceStatus) && row.faceConsentAt !== null,
    whyNot: (row) => (row.faceConsentAt === null ? '尚未登记单独同意' : faceNow(row)),
  },
  {
    key: 'faceWithdraw',
    label: '撤回人脸同意',
    tone: 'danger',
    batch: true,
    form: {
      reason: longText('撤回原因', {
        required: true,
        max: 100,
        help: '照片立即删除，并通知各设备删除；全部确认后变为「已删除」',
      }),
    },
    when: (row) => faceMay('withdraw', row.faceStatus) && (row.faceStatus !== 'NONE' || row.faceConsentAt !== null),
    whyNot: faceNow,
  },
];
