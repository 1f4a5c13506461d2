/** 单位信息公示: licence, grade, head, hotline and commitment, as versions that hold from a day. */
import { choice, date, image, int, longText, text, time } from '../../../../kit/define/field.ts';
import { except, page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/unit_information',
  title: '单位信息公示',
  menu: ['食品安全', '公示'],
  order: 30,
  fields: {
    licenseNo: text('食品经营许可证', { required: true, max: 40, width: 300 }),
    licenseImage: image('许可证照片'),
    licenseEnd: date('许可证到期', { required: true, width: 150 }),
    daysLeft: int('剩余', { unit: '天', readOnly: true }),
    grade: choice(
      '量化等级',
      [
        { value: 'A', label: 'A 级（优秀）', tone: 'success' },
        { value: 'B', label: 'B 级（良好）', tone: 'info' },
        { value: 'C', label: 'C 级（一般）', tone: 'warning' },
      ],
      { required: true, width: 200, columnWidth: 120 },
    ),
    head: text('负责人', { required: true, max: 20, width: 200 }),
    supervisor: text('监管人员', { max: 40, width: 300 }),
    hotline: text('投诉电话', { required: true, max: 30, width: 200, help: '对外公示，不填个人手机号' }),
    commitment: longText('承诺书', { max: 1_000 }),
    fromDate: date('生效日期', { required: true, sortable: true, starts: 'today', width: 150 }),
    state: choice('状态', [
      { value: 'NOW', label: '现行', tone: 'success' },
      { value: 'COMING', label: '未生效', tone: 'info' },
      { value: 'PAST', label: '历史', tone: 'neutral' },
    ]),
    madeName: text('登记人'),
    madeAt: time('登记时间'),
  },
  list: {
    columns: except('licenseImage', 'commitment'),
    subline: { madeName: 'madeAt' },
    search: ['state', 'grade'],
    tools: ['create'],
    createLabel: '登记新版本',
  },
  form: {
    createOnly: true,
    sections: [
      { title: '证照', fields: ['licenseNo', 'licenseEnd', 'licenseImage', 'grade'] },
      { title: '公示内容', fields: ['head', 'supervisor', 'hotline', 'commitment', 'fromDate'] },
    ],
  },
});
