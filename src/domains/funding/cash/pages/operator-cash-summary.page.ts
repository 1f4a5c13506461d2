/** 操作员现金汇总: what every drawer should hold, shift by shift, and what was handed in. */
import { choice, date, int, longText, money, text, time } from '../../../../kit/define/field.ts';
import { eq } from '../../../../kit/define/identity.ts';
import { all, page, range } from '../../../../kit/define/page.ts';
import { type LedgerKind, toLedger } from '../../sheets/ledger-words.ts';

/** Lines of the operator's drawer within the shift. */
const drawer = (...kinds: LedgerKind[]) =>
  toLedger(
    (row) => ({
      account: 'cash_drawer',
      operatorId: row.operatorId,
      businessDate: [row.businessDate, row.businessDate],
      recordedAt: [row.shiftFrom ?? null, row.shiftTo ?? null],
    }),
    ...kinds,
  );

export default page({
  path: '/admin/organization/operator_cash_summary',
  title: '操作员现金汇总',
  limited: ['SELF'],
  menu: ['资金账户', '账户对账'],
  fields: {
    operatorName: text('操作员', { columnWidth: 110 }),
    businessDate: date('营业日', { sortable: true }),
    shift: text('班次'),
    depositCount: int('存款笔数', { unit: '笔', help: '含当班冲正的单据' }),
    depositFen: money('存款金额', { help: '现金存款与现金充值，已减冲正' }),
    issueFeeFen: money('开卡工本费'),
    replaceFeeFen: money('补卡工本费', { help: '补卡与换卡' }),
    pledgeInFen: money('押金收'),
    cashOutFen: money('取款金额', { help: '取款与现金退款，已减冲正' }),
    pledgeBackFen: money('押金退'),
    dueFen: money('应交现金'),
    countedFen: money('实交'),
    differenceFen: money('差额', { help: '正为长款，负为短款' }),
    reason: text('差额原因'),
    status: choice('状态', [
      { value: 'OPEN', label: '未交班', tone: 'warning' },
      { value: 'HANDED', label: '已交班', tone: 'success' },
    ]),
    handedAt: time('交班时间'),
  },
  list: {
    search: [range('businessDate', 'today'), 'operatorName', 'status'],
    totals: all(),
    tools: [
      {
        key: 'handOver',
        label: '交班',
        tone: 'primary',
        form: {
          countedFen: money('实交现金', {
            required: true,
            min: -100_000_000,
            max: 100_000_000,
            help: '本人钱箱清点的现金，与应交不符须填写原因；付出多于收进时填负数，为单位补给本人的现金',
          }),
          reason: longText('差额原因', { max: 100 }),
          businessDate: date('营业日', { help: '不填为当前营业日' }),
        },
        shows: 'receipt',
        outcome: true,
        done: '已交班，本班数据已锁定',
      },
    ],
  },
  report: {
    identities: [
      eq('dueFen', ['depositFen', 'issueFeeFen', 'replaceFeeFen', 'pledgeInFen', '-cashOutFen', '-pledgeBackFen']),
    ],
    drill: {
      ...drawer(),
      columns: {
        depositCount: drawer('DEPOSIT', 'RECHARGE'),
        depositFen: drawer('DEPOSIT', 'DEPOSIT_BACK', 'RECHARGE', 'RECHARGE_BACK'),
        issueFeeFen: drawer('CARD_FEE', 'CARD_FEE_BACK'),
        replaceFeeFen: drawer('CARD_FEE_AGAIN', 'CARD_FEE_AGAIN_BACK'),
        pledgeInFen: drawer('CARD_DEPOSIT', 'CARD_DEPOSIT_BACK'),
        cashOutFen: drawer('CASH_OUT', 'CASH_OUT_BACK', 'REFUND', 'REFUND_BACK'),
        pledgeBackFen: drawer('CARD_DEPOSIT_RETURN', 'CARD_DEPOSIT_RETURN_BACK'),
        countedFen: null,
        differenceFen: null,
      },
    },
  },
});
