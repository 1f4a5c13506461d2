/** 等级调整: grades that follow from what agents bought in a year, for the platform to decide. */
import { choice, int, money, ref, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { proposalFlow, proposalStatuses } from '../states.ts';

export default page({
  path: '/admin/platform/grade_proposal',
  title: '代理等级调整',
  menu: ['客户', '客户管理'],
  order: 30,
  fields: {
    agentId: ref('代理商', 'agent'),
    year: text('年度', { columnWidth: 80 }),
    boughtFen: money('年度采购'),
    fromGradeId: ref('现等级', 'agent_grade'),
    toGradeId: ref('建议等级', 'agent_grade'),
    quotaFen: money('建议等级门槛'),
    status: choice('状态', proposalStatuses),
    makerName: text('提出'),
    checkerName: text('确认人'),
    checkedAt: time('确认时间'),
    checkNote: text('说明'),
    createdAt: time('提出时间', { sortable: true }),
  },
  list: {
    subline: { makerName: 'createdAt', checkerName: 'checkedAt' },
    search: ['status', 'year', 'agentId'],
    row: [...proposalFlow.buttons, 'view'],
    tools: [
      {
        key: 'propose',
        label: '按采购额提出',
        form: {
          year: int('年度', {
            required: true,
            min: 2020,
            max: 2100,
            help: '每年 1 月系统自动按上一年提出；也可按今年至今的采购提出',
          }),
        },
        done: '已按该年度的采购额提出',
      },
    ],
  },
});
