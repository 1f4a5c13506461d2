/** 人员管理: people of the organization with card, balances and state; opening, cards, transfer, closing, import. */
import { bool, choice, date, image, longText, money, ref, text, time } from '../../../kit/define/field.ts';
import { keyword, page } from '../../../kit/define/page.ts';
import { cardKinds, cardMay, cardStatusLabel } from '../card-states.ts';
import { consenters, faceMay, faceStatuses, faceStatusLabel } from '../face-states.ts';
import { cardNoField, personFields, physicalNoField } from '../person-fields.ts';
import { personMay, personStatusLabel } from '../person-states.ts';
import { reuseFields, reuseVerbs } from '../reuse-fields.ts';

/** What is taken with a card: nothing, 工本费 (income) or 押金 (given back at return). */
const charge = {
  chargeKind: choice(
    '收费',
    [
      { value: 'NONE', label: '不收费' },
      { value: 'FEE', label: '工本费' },
      { value: 'DEPOSIT', label: '押金' },
    ],
    { initial: 'NONE' },
  ),
  chargeFen: money('收费金额', { initial: 0 }),
  payBy: choice(
    '收取方式',
    [
      { value: 'CASH', label: '现金' },
      { value: 'MAIN', label: '从主账户扣' },
    ],
    { initial: 'CASH' },
  ),
};

const newCard = {
  // A new card's number: the old one is not proposed.
  cardNo: cardNoField({ required: true, initial: '' }),
  physicalNo: physicalNoField({ initial: '' }),
  cardKind: choice('卡类型', cardKinds, { initial: 'IC' }),
  cardValidEnd: date('卡有效期', { help: '不填则长期有效' }),
  ...charge,
  ...reuseFields,
};

interface CardState {
  status: string | null;
  cardStatus: string | null;
}
const living = (row: CardState) => row.status !== 'CLOSED';
const noCard = (row: CardState) =>
  row.cardStatus === null ? '没有卡片，请先发卡' : `卡片当前为「${cardStatusLabel(row.cardStatus)}」`;
const faceNow = (row: { faceStatus: string | null; faceConsentAt: string | null }) =>
  row.faceConsentAt !== null && row.faceStatus === 'NONE'
    ? '已登记同意，待上传照片'
    : `人脸当前为「${faceStatusLabel(row.faceStatus ?? 'NONE')}」`;
const inState = (row: CardState) => `人员当前为「${personStatusLabel(row.status ?? '')}」`;

export default page({
  path: '/admin/organization/user',
  title: '人员管理',
  menu: ['人员卡务', '人员档案'],
  order: 1,
  verbs: reuseVerbs,
  fields: {
    ...personFields,
    ...reuseFields,
    ownDepartmentId: ref('部门（不含下级）', '/admin/organization/department', { tree: true }),
    faceStatus: choice('人脸', faceStatuses),
    faceConsentAt: time('人脸同意时间'),
    faceConsentBy: choice('人脸同意人', consenters),
    faceConsentName: text('同意人姓名'),
    faceRejectReason: text('人脸不合格原因'),
    // Only imports know these: names as they stand in a file.
    importName: text('姓名', {
      max: 50,
      aliases: ['名字', '人员姓名', '学生姓名'],
      help: '不填时用工号（或卡号）代替',
    }),
    departmentPath: text('部门', {
      max: 200,
      aliases: ['部门名称', '班级', '院系', '专业', 'Major'],
      help: '名称或“一级/二级”路径，不存在时自动建立',
    }),
  },
  list: {
    columns: [
      'name',
      'departmentId',
      'typeId',
      'phone',
      'cardNo',
      'cardStatus',
      'mainBalanceFen',
      'subsidyBalanceFen',
      'faceStatus',
      'validEnd',
      'status',
      'createdAt',
    ],
    subline: { name: 'jobNumber' },
    search: [
      keyword('姓名/工号/卡号/手机', 'name', 'jobNumber', 'cardNo', 'phone'),
      'departmentId',
      'typeId',
      'status',
      'cardStatus',
      'carded',
      'faceStatus',
      'ownDepartmentId',
    ],
    detail: [
      'name',
      'jobNumber',
      'personNo',
      'gender',
      'birthday',
      'phone',
      'idNo',
      'departmentId',
      'typeId',
      'cardNo',
      'physicalNo',
      'cardStatus',
      'mainBalanceFen',
      'subsidyBalanceFen',
      'guardianName',
      'guardianPhone',
      'allergens',
      'dietTaboo',
      'boarder',
      'faceStatus',
      'faceConsentAt',
      'faceConsentBy',
      'faceConsentName',
      'faceRejectReason',
      'validEnd',
      'status',
      'createdAt',
    ],
    row: [
      'edit',
      {
        key: 'issueCard',
        label: '发卡',
        form: newCard,
        shows: 'receipt',
        when: (row) => living(row) && row.cardStatus === null,
        whyNot: (row) => (living(row) ? '已持有卡片，请办理换卡或补卡' : inState(row)),
      },
      {
        key: 'reportLoss',
        label: '挂失',
        tone: 'danger',
        batch: true,
        confirm: '确定挂失 {name} 的卡片 {cardNo}？名单下发到各设备后生效。',
        when: (row) => cardMay('loss', row.cardStatus),
        whyNot: noCard,
      },
      {
        key: 'liftLoss',
        label: '解挂',
        tone: 'success',
        confirm: '确定解挂 {name} 的卡片 {cardNo}？',
        when: (row) => cardMay('lift', row.cardStatus) && living(row),
        whyNot: noCard,
      },
      {
        key: 'replaceCard',
        label: '补卡',
        form: newCard,
        shows: 'receipt',
        when: (row) => cardMay('replace', row.cardStatus) && living(row),
        whyNot: (row) => (row.cardStatus === 'NORMAL' ? '补卡前请先挂失；卡片损坏请办理换卡' : noCard(row)),
      },
      {
        key: 'exchangeCard',
        label: '换卡',
        form: newCard,
        shows: 'receipt',
        when: (row) => cardMay('exchange', row.cardStatus) && living(row),
        whyNot: noCard,
      },
      {
        key: 'returnCard',
        label: '退卡',
        tone: 'danger',
        form: {
          depositBy: choice(
            '押金退还方式',
            [
              { value: 'CASH', label: '现金' },
              { value: 'MAIN', label: '退回主账户' },
            ],
            { initial: 'CASH', help: '没有押金时不退款' },
          ),
          reason: longText('说明', { max: 100 }),
        },
        shows: 'receipt',
        when: (row) => cardMay('return', row.cardStatus),
        whyNot: noCard,
      },
      {
        key: 'returnFee',
        label: '退工本费',
        tone: 'danger',
        form: {
          reason: longText('原因', {
            required: true,
            max: 60,
            help: '退回最近一次收取的工本费：收现金的退现金，从主账户扣的退回主账户；卡片不变',
          }),
        },
        shows: 'receipt',
        when: (row) => row.cardStatus !== null,
      },
      {
        key: 'freezeCard',
        label: '冻结卡',
        tone: 'warning',
        confirm: '确定冻结 {name} 的卡片 {cardNo}？',
        when: (row) => cardMay('freeze', row.cardStatus),
        whyNot: noCard,
      },
      {
        key: 'unfreezeCard',
        label: '解冻卡',
        when: (row) => cardMay('unfreeze', row.cardStatus),
        whyNot: noCard,
      },
      {
        key: 'move',
        label: '调部门',
        batch: true,
        form: {
          departmentId: ref('调入部门', '/admin/organization/department', { tree: true, required: true }),
        },
        when: living,
        whyNot: inState,
      },
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
        key: 'faceUpload',
        label: '上传人脸照片',
        form: {
          imageUrl: image('照片', {
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
      {
        key: 'verify',
        label: '审核通过',
        tone: 'success',
        batch: true,
        when: (row) => personMay('verify', row.status),
        whyNot: inState,
      },
      {
        key: 'suspend',
        label: '停用',
        tone: 'danger',
        batch: true,
        confirm: '确定停用 {name}？停用后不能消费，余额保留。',
        when: (row) => personMay('suspend', row.status),
        whyNot: inState,
      },
      {
        key: 'resume',
        label: '恢复',
        tone: 'success',
        batch: true,
        when: (row) => personMay('resume', row.status),
        whyNot: inState,
      },
      {
        key: 'leave',
        label: '登记销户',
        tone: 'warning',
        batch: true,
        confirm: '登记 {name} 销户？登记后不能再消费，待退款和设备记录上传后办理销户。',
        when: (row) => personMay('leave', row.status),
        whyNot: inState,
      },
      {
        key: 'close',
        label: '销户',
        tone: 'danger',
        batch: true,
        confirm: '确定为 {name} 销户？所有账户余额须为 0，卡片同时退卡。',
        form: {
          closeNow: bool('不等设备同步', {
            help: '设备未确认停用其卡片、或有记录未上传时不销户；选「是」立即销户，之后上传的消费转入脱机待处理',
          }),
        },
        when: (row) => personMay('close', row.status),
        whyNot: inState,
      },
      {
        key: 'reopen',
        label: '重新开户',
        confirm: '确定为 {name} 重新开户？历史记录保留。',
        when: (row) => personMay('reopen', row.status),
        whyNot: inState,
      },
    ],
    tools: ['create'],
    createLabel: '开户',
    export: true,
  },
  form: {
    sections: [
      {
        title: '开户',
        fields: ['name', 'jobNumber', 'departmentId', 'typeId', 'gender', 'phone', 'idNo', 'birthday', 'validEnd'],
      },
      { title: '发卡', fields: ['cardNo', 'physicalNo', 'reuseNow', 'reuseReason'] },
      {
        title: '监护与饮食',
        fields: ['guardianName', 'guardianPhone', 'allergens', 'dietTaboo', 'boarder', 'photoUrl'],
      },
    ],
  },
  import: {
    fields: [
      'importName',
      'jobNumber',
      'departmentPath',
      'typeId',
      'gender',
      'phone',
      'idNo',
      'birthday',
      'cardNo',
      'physicalNo',
      'guardianName',
      'guardianPhone',
      'boarder',
      'validEnd',
      'reuseNow',
      'reuseReason',
    ],
    unique: ['jobNumber', 'idNo', 'cardNo', 'physicalNo'],
    help: '姓名列可以没有：没有姓名的人员以工号（或卡号）代替。不存在的部门会自动建立；未填类别的使用默认类别；卡号保留前导零。',
  },
});
