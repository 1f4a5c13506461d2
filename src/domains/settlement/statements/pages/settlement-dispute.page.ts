/** 异议: what the sides said to each other about a statement. */
import { choice, date, file, int, money, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { sides } from '../statement-states.ts';
import settlement from './settlement.page.ts';

export default page({
  of: settlement,
  by: 'statementId',
  path: 'dispute',
  title: '异议与答复',
  fields: {
    statementId: int('结算单编号', { hidden: true }),
    side: choice('提出方', sides),
    fromDate: date('开始日期'),
    toDate: date('结束日期'),
    amountFen: money('争议金额'),
    tradeNos: text('交易号'),
    reason: text('原因', { columnWidth: 240 }),
    file: file('附件'),
    raisedName: text('提出人'),
    raisedAt: time('提出时间', { sortable: true }),
    verdict: choice(
      '结果',
      [
        { value: 'CORRECTED', label: '已纠错', tone: 'neutral' },
        { value: 'REJECTED', label: '不同意', tone: 'danger' },
        { value: 'CONSENTED', label: '已接受答复', tone: 'success' },
        { value: 'DECIDED', label: '平台裁定', tone: 'info' },
      ],
      { none: '待答复' },
    ),
    answer: text('答复', { columnWidth: 240 }),
    answeredName: text('答复人'),
    answeredAt: time('答复时间'),
  },
  list: { subline: { raisedName: 'raisedAt', answeredName: 'answeredAt' }, sort: '-raisedAt' },
});
