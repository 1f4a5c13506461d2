/** 钱包余额: what every unit has at the platform, by purse, proven against its entries as it is read. */
import { choice, int, longText, money, text } from '../../../../kit/define/field.ts';
import { all, except, keyword, page } from '../../../../kit/define/page.ts';
import { unitTypes } from '../purses.ts';

const reason = longText('原因', { required: true, min: 2, max: 100 });

export default page({
  title: '钱包余额',
  path: '/admin/platform/wallet_balance',
  menu: ['资金', '资金'],
  verbs: { vouch: '见证冻结' },
  duties: { vouch: 'check', freeze: 'check', thaw: 'check', hold: 'check' },
  fields: {
    unitType: choice('对象类型', unitTypes),
    unitId: int('对象编号'),
    unitName: text('对象', { columnWidth: 200 }),
    floatFen: money('备付', { help: '就餐人在线充值、尚未消费的钱，不能提现' }),
    pendingFen: money('待结算'),
    availableFen: money('可提现'),
    frozenFen: money('冻结'),
    suspenseFen: money('待查款'),
    totalFen: money('合计'),
    claimFen: money('线下往来', { help: '单位之间欠付，不经平台，不计入合计' }),
    inFen: money('累计入'),
    outFen: money('累计出'),
    proof: choice('流水校验', [
      { value: 'OK', label: '相符', tone: 'success' },
      { value: 'BREAK', label: '不符', tone: 'danger' },
    ]),
    status: choice('状态', [
      { value: 'ACTIVE', label: '正常', tone: 'success' },
      { value: 'FROZEN', label: '已冻结', tone: 'warning' },
    ]),
  },
  list: {
    columns: except('unitId'),
    search: [keyword('对象', 'unitName'), 'unitType', 'totalFen', 'status'],
    totals: all(),
    notice: true,
    tools: [{ key: 'held', label: '押款记录', open: '/admin/platform/wallet_balance/held' }],
    row: [
      'view',
      {
        key: 'hold',
        label: '押款',
        tone: 'danger',
        when: (row) => row.status === 'ACTIVE' && row.unitType !== 'PLATFORM' && Number(row.availableFen) > 0,
        form: { amountFen: money('金额', { required: true, min: 1, help: '从可提现转到冻结，其余照常可用' }), reason },
        outcome: true,
        witness: { needs: 'vouch', says: '我已核对押款的原因与金额，同意押下这笔款。' },
        done: '已押款，解除在「押款记录」',
      },
      {
        key: 'freeze',
        label: '冻结',
        tone: 'danger',
        when: (row) => row.status === 'ACTIVE' && row.unitType !== 'PLATFORM',
        form: { reason },
        confirm:
          '冻结以后{unitName}不能申请提现，也不能用余额支付平台账单；入账、结算照常。已在打款中的提现请由出纳暂缓。',
        witness: { needs: 'vouch', says: '我已核对冻结的原因，同意冻结这个资金账户。' },
        done: '已冻结',
      },
      {
        key: 'thaw',
        label: '解冻',
        when: (row) => row.status === 'FROZEN',
        form: { reason },
        confirm: '解冻以后{unitName}可以照常提现与付款。',
        witness: { needs: 'vouch', says: '我已核对，冻结的原因已经查清。' },
        done: '已解冻',
      },
    ],
  },
});
