/** 客餐单 on paper: for the kitchen and the table before the meal, for the department's file once it is signed. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { labelIn } from '../../../kit/define/states.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { guestStatuses } from './guest-flow.ts';

const yuan = (fen: unknown) => `${formatFenGrouped(Number(fen ?? 0))} 元`;

/** The A4 document of one guest meal, as its list has it. */
export async function printGuest({ rows }: ActionInput): Promise<Done> {
  const guest = rows[0]!;
  const signed = guest.eatenHeads !== null;
  return {
    receipt: {
      title: '客餐单',
      lines: [
        ['单号', String(guest.guestNo)],
        ['用餐', `${guest.diningDate} ${guest.mealPeriodName} ${guest.restaurantName}`],
        ['部门', String(guest.departmentName)],
        ['接待人', `${guest.host}：${guest.purpose}`],
        ['申请与审批', `${guest.makerName}、${guest.checkerName}`],
        ...(guest.code ? [['取餐码', String(guest.code)] as const] : []),
        ['状态', labelIn(guestStatuses, String(guest.status))],
      ],
      sheets: [
        {
          columns: [
            { label: '项目' },
            { label: '人数', align: 'right' },
            { label: '每人标准', align: 'right' },
            { label: '金额', align: 'right' },
          ],
          rows: [
            ['批准', `${guest.heads} 人`, yuan(guest.standardFen), yuan(guest.plannedFen)],
            [
              '实到',
              signed ? `${guest.eatenHeads} 人` : '',
              yuan(guest.standardFen),
              signed ? yuan(guest.chargedFen) : '',
            ],
          ],
          signatures: ['接待人签收：', '食堂：', '日期：'],
        },
      ],
      footer: [guest.menuNote ? `菜单要求：${guest.menuNote}` : '', '按实到人数挂账到部门'].filter(Boolean).join('；'),
      code: String(guest.guestNo),
      link: `/admin/organization/manual_report_meal/guest/record?id=${guest.id}`,
    },
  };
}
