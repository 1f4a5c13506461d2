/**
 * Trades as they are seen across units, by a contractor or by the platform: places and people by their names, since neither
 * chooses among the departments or terminals of a unit; names in full only with a reason.
 */
import { bool, date, int, ref, text } from '../../../kit/define/field.ts';
import { headFields, tradeFields } from '../trades/pages/consume.page.ts';

const { tradeNo, occurredAt, recordedAt, cardNo, jobNumber, mode, identify, originFen, discountFen, amountFen } =
  tradeFields;
const { mainFen, subsidyFen, giftFen, arrearsFen, thirdFen, thirdPaid } = tradeFields;
const { balanceAfterFen, offline, kind, status, reversedFen } = tradeFields;

export const unitTradeFields = {
  organizationId: ref('单位', 'organization'),
  tradeNo,
  occurredAt,
  recordedAt,
  businessDate: date('营业日期', { hidden: true }),
  contractorId: ref('承包商', 'contractor', { only: ['platform'], none: '单位自营' }),
  selfRun: bool('单位自营', { hidden: true, only: ['platform'] }),
  personName: text('姓名', { mask: 'name' }),
  jobNumber,
  departmentName: text('部门'),
  typeName: text('人员类别'),
  cardNo,
  restaurantName: text('餐厅'),
  restaurantId: ref('经营餐厅', 'restaurant', { hidden: true, only: ['contractor'] }),
  siteName: text('部署点'),
  deviceName: text('设备'),
  deviceId: int('设备编号', { hidden: true }),
  mealName: text('餐次'),
  mealPeriodId: int('餐次编号', { hidden: true }),
  mode,
  identify,
  originFen,
  discountFen,
  amountFen,
  mainFen,
  subsidyFen,
  giftFen,
  arrearsFen,
  thirdFen,
  thirdPaid,
  balanceAfterFen: { ...balanceAfterFen, help: '单位没有对承包商开放就餐人账户时不显示' },
  offline,
  suspicious: { ...tradeFields.suspicious, hidden: true },
  kind,
  status,
  reversedFen,
  ...headFields,
} as const;
