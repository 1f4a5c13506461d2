/** 食品安全员: who answers for food safety; beside them the sheets they sign and what is to be put right. */
import { bool, choice, date, face, file, int, normalDisabled, phone, text } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';

/** Hours a year that officers and directors are to be trained (集中用餐单位落实食品安全主体责任监督管理规定). */
export const hoursDue = 40;

export default page({
  path: '/admin/organization/food_safety_employee',
  title: '食品安全员',
  menu: ['食品安全', '公示'],
  order: 10,
  verbs: { sheet: '查看管控表', save: '填写管控表', sign: '签名管控表', revise: '更正已签的表', witness: '见证更正' },
  duties: { sheet: 'look', save: 'make', sign: 'make', revise: 'make', witness: 'check' },
  witness: { revise: { needs: 'witness', says: '更正已签的表须由另一人见证' } },
  fields: {
    photo: face('照片', { columnWidth: 70 }),
    showPhoto: bool('公示照片', { columnWidth: 90, initial: false, help: '本人已同意在公示屏上展示照片' }),
    name: text('姓名', { required: true, max: 20, width: 200, sortable: true }),
    kind: choice(
      '职务',
      [
        { value: 'PRINCIPAL', label: '主要负责人' },
        { value: 'DIRECTOR', label: '食品安全总监' },
        { value: 'OFFICER', label: '食品安全员' },
      ],
      { required: true, width: 200 },
    ),
    phone: phone('电话', { width: 200 }),
    certNo: text('证书号', { max: 40, width: 300 }),
    certEnd: date('证书到期', { width: 150 }),
    trainHours: int('本年培训', {
      unit: '学时',
      min: 0,
      max: 1_000,
      initial: 0,
      width: 150,
      help: `每年不少于 ${hoursDue} 学时`,
    }),
    hoursLeft: int('还差', { unit: '学时', readOnly: true }),
    appointFile: file('任命文件'),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
  },
  list: {
    columns: except('appointFile', 'showPhoto'),
    search: [keyword('姓名/证书号', 'name', 'certNo'), 'kind', 'status'],
    sort: 'name',
    notice: true,
    row: ['edit', ...onOff('停用后不再公示「{name}」。确定停用？')],
    tools: ['create'],
  },
  form: {
    sections: [
      {
        fields: [
          'name',
          'kind',
          'phone',
          'photo',
          'showPhoto',
          'certNo',
          'certEnd',
          'trainHours',
          'appointFile',
          'status',
        ],
      },
    ],
  },
});
