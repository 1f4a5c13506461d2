/** 后厨人员: who works in the kitchens, on what certificate, and where they stand today. */
import { bool, choice, date, face, image, int, ref, text } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { genders } from '../../../people/public.ts';
import { posts, standings } from '../../words.ts';
import { workerFlow, workerStatuses } from '../worker-flow.ts';

const fresh = (values: Readonly<Record<string, unknown>>) => !values.personId;

export default page({
  path: '/admin/organization/cook_user',
  title: '后厨人员',
  menu: ['食品安全', '后厨人员'],
  order: 10,
  // Of the certificates in the record: who enters one does not confirm it.
  verbs: { confirm: '确认健康证', reject: '退回健康证' },
  duties: { confirm: 'check', reject: 'check' },
  fields: {
    photoUrl: face('照片', { columnWidth: 70 }),
    personId: ref('姓名', 'person', {
      width: 300,
      createOnly: true,
      columnWidth: 110,
      help: '已有档案的直接选；没有的留空，填写下面的姓名，保存时按开户建档',
    }),
    name: text('新人姓名', { aliases: ['姓名'], max: 50, width: 300, hidden: true, when: fresh }),
    gender: choice('性别', genders, { hidden: true, when: fresh }),
    phone: text('手机号', { max: 20, width: 200, hidden: true, when: fresh }),
    jobNumber: text('工号', { max: 32, width: 200, help: '可不填', when: fresh }),
    idNo: text('证件号', { max: 30, width: 300, hidden: true, when: fresh }),
    typeId: ref('人员类别', 'person_type', {
      width: 200,
      hidden: true,
      createOnly: true,
      help: '新人的类别，不选为默认类别；已有档案的不变',
    }),
    restaurantId: ref('餐厅', 'restaurant', { required: true, width: 300 }),
    post: choice('岗位', posts, { required: true, width: 200, columnWidth: 100 }),
    contractorName: text('承包商'),
    certificateState: choice('健康证', [
      { value: 'NONE', label: '无', tone: 'danger' },
      { value: 'PENDING', label: '待确认', tone: 'warning' },
      { value: 'EXPIRED', label: '已过期', tone: 'danger' },
      { value: 'EXPIRING', label: '即将到期', tone: 'warning' },
      { value: 'VALID', label: '有效', tone: 'success' },
    ]),
    certificateEnd: date('健康证到期'),
    certificateDays: int('剩余', { unit: '天', columnWidth: 80 }),
    today: choice('今日晨检', standings, { none: '不当班' }),
    hasFace: bool('人脸', {
      columnWidth: 80,
      words: [
        { label: '已采集', tone: 'success' },
        { label: '未采集', tone: 'warning' },
      ],
    }),
    trainHours: int('培训', { unit: '学时', columnWidth: 90, help: '今年以来' }),
    onboardAt: date('上岗日期', { width: 150, starts: 'today' }),
    status: choice('状态', workerStatuses),
    statusReason: text('状态说明'),
    certificateNo: text('健康证号', { max: 40, hidden: true }),
    issueDate: date('发证日期', { hidden: true }),
    expireDate: date('健康证到期日', { aliases: ['健康证到期'], hidden: true }),
  },
  list: {
    columns: except('statusReason', 'onboardAt'),
    subline: { personId: 'jobNumber' },
    important: ['personId', 'certificateState', 'certificateDays', 'today', 'status'],
    search: [
      keyword('姓名/工号', 'personId', 'jobNumber'),
      'restaurantId',
      'post',
      'certificateState',
      'today',
      'hasFace',
      'status',
    ],
    notice: true,
    row: [
      {
        key: 'certificate',
        label: '登记健康证',
        form: {
          no: text('证号', { required: true, max: 40, width: 300 }),
          issuer: text('发证机构', { max: 60, width: 300 }),
          issueDate: date('发证日期', { required: true }),
          expireDate: date('到期日期', { required: true, help: '有效期最长一年，这一天仍有效' }),
          image: image('证照'),
        },
        when: (r) => r.status !== 'LEFT',
        done: '已登记，待另一人在记录里确认',
      },
      'edit',
      ...workerFlow.buttons,
    ],
    tools: ['create', { key: 'training', label: '培训记录', open: '/admin/organization/cook_user/training' }],
  },
  form: {
    sections: [
      { title: '人员', fields: ['personId', 'name', 'gender', 'phone', 'jobNumber', 'idNo', 'typeId'] },
      { title: '岗位', fields: ['restaurantId', 'post', 'onboardAt'] },
    ],
  },
  import: {
    fields: [
      'name',
      'jobNumber',
      'phone',
      'restaurantId',
      'post',
      'onboardAt',
      'certificateNo',
      'issueDate',
      'expireDate',
    ],
    help: '有工号的按工号找人，没有的按姓名和手机号；找不到的按开户建档。健康证导入后仍须另一人确认。',
  },
});
