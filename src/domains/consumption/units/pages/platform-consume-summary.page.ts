/** 消费汇总 of the platform: all units, by unit, by caterer, by day or month. */
import { date, ref, text } from '../../../../kit/define/field.ts';
import { against } from '../../../../kit/define/identity.ts';
import { all, page, range } from '../../../../kit/define/page.ts';
import { consumedIdentities } from '../../fields.ts';
import { drillByKind } from '../../trades/drill.ts';
import { netByPeople, unitFigures } from '../unit-figures.ts';

export default page({
  path: '/admin/platform/consume_summary',
  title: '消费汇总',
  menu: ['交易', '核对结算'],
  order: 10,
  fields: {
    groupName: text('分组项', { columnWidth: 220 }),
    contractorId: ref('承包商', 'contractor', { hidden: true }),
    organizationId: ref('单位', 'organization', { hidden: true }),
    businessDate: date('期间', { hidden: true }),
    ...unitFigures,
  },
  list: {
    search: [range('businessDate', 'last7Days'), 'contractorId', 'organizationId'],
    important: ['groupName', 'consumeCount', 'heads', 'amountFen', 'reversedFen', 'netFen'],
    totals: all(),
  },
  report: {
    groups: [
      { value: 'unit', label: '单位' },
      { value: 'contractor', label: '承包商' },
      { value: 'site', label: '承包商与单位' },
      { value: 'day', label: '日' },
      { value: 'month', label: '月' },
    ],
    identities: [...consumedIdentities, against('netFen', netByPeople)],
    drill: drillByKind(
      (row, search) => ({
        businessDate: row.days ?? search.businessDate,
        organizationId: row.organizationId ?? search.organizationId,
        contractorId: row.contractorId ?? search.contractorId,
        selfRun: row.selfRun,
      }),
      '/admin/platform/consume',
    ),
    chart: { kind: 'bar', x: 'groupName', y: ['netFen'] },
  },
});
