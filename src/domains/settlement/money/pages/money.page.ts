/** 单位资金, 资金账户: what the unit has and can draw, what holds up the rest, what is expected, where it is paid to. */
import { blocksOf, type Figure, link, money, muted, tagged, yuan } from '../../../../kit/define/blocks.ts';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { page } from '../../../../kit/define/page.ts';
import type { UnitMoney } from '../money-told.ts';

const { work, figures, chart, table, beside, notes } = blocksOf<UnitMoney>();

const record = ({ area }: UnitMoney, purse: string) => `/admin/${area}/money_record?purse=${purse}`;

/** 备付 is the organization's alone, told with what of it may be claimed back and what may be paid to contracts. */
function floats(told: UnitMoney): Figure[] {
  if (told.unitType !== 'ORGANIZATION') return [];
  const { floatFen, unspentFen } = told;
  return [
    money('备付', floatFen, { to: record(told, 'FLOAT') }),
    money('其中可原路退', Math.min(floatFen, unspentFen)),
    money('其中可划付', Math.max(0, floatFen - unspentFen)),
  ];
}

/** What may be claimed back and is not in 备付: today's top-ups are booked in the morning, divided ones lie with their receivers. */
function claimableOutside({ floatFen, unspentFen }: UnitMoney): string[] {
  if (unspentFen <= floatFen) return [];
  return [
    `另有 ${formatFenGrouped(unspentFen - floatFen)} 元不在备付内：今天的充值明早入账；充值分账的部分充值时已分给各方，退款时由收款方退回`,
  ];
}

export default page({
  title: '单位资金',
  places: [
    { path: '/admin/organization/money', title: '单位资金', menu: ['资金账户', '单位资金'] },
    { path: '/admin/contractor/money', title: '资金账户', menu: ['资金管理', '账户'] },
  ],
  kind: 'dashboard',
  order: 10,
  fields: {},
  blocks: [
    work((told) => told.work.filter(({ count }) => count > 0)),
    figures((told) => [
      ...floats(told),
      money('可提现', told.withdrawableFen, { to: `/admin/${told.area}/withdrawal/form` }),
      money('待结算', told.pendingFen, { to: record(told, 'PENDING') }),
      money('冻结', told.frozenFen, { to: record(told, 'FROZEN') }),
      money(told.unitType === 'CONTRACTOR' ? '线下应收' : '线下往来', told.claimFen, { to: record(told, 'CLAIM') }),
    ]),
    notes('资金账户已冻结', ({ stopped }) =>
      stopped ? ['平台冻结了本单位的资金账户：暂时不能提现，也不能用余额支付平台账单，入账照常。请联系平台查明'] : [],
    ),
    notes('平台押下的款', ({ held }) => held),
    notes('备付之外可原路退', claimableOutside),
    notes('资金直达商户号', ({ direct }) =>
      direct.map(
        (one) =>
          `${one}：充值与付款码收款直接到单位自己的商户号，平台不代收、不计入备付，应付餐企的部分在结算单中线下付清`,
      ),
    ),
    beside(
      table(
        '什么挡着放款',
        ({ blocked }) => ({
          headings: ['原因', '结算单', '自动确认日', '金额（元）'],
          rows: blocked.map(({ cause, what, day, fen, path }) => ({
            key: what,
            cells: [tagged(cause, cause === '有异议' ? 'danger' : 'warning'), link(what, path), day ?? '—', yuan(fen)],
          })),
        }),
        { empty: '没有待结算的钱' },
      ),
      table(
        '收款账户',
        ({ accounts, area }) => ({
          headings: ['账户', '状态', ''],
          rows: accounts.map(({ id, name, status, until }) => ({
            key: id,
            cells: [
              link(name, `/admin/${area}/bank_account`),
              until ? [status, muted(`至 ${until.slice(5, 16).replace('T', ' ')}`)] : status,
              status === '可收款' ? link('申请提现', `/admin/${area}/withdrawal/form?bankAccountId=${id}`) : '',
            ],
          })),
        }),
        { empty: '还没有收款账户，登记并经平台审核后才能提现' },
      ),
    ),
    beside(
      chart(
        '最近三十天',
        '最近三十天每天入账与付出',
        ({ days }) => days,
        { name: '入账', of: (day) => day.inFen / 100 },
        { name: '付出', of: (day) => day.outFen / 100 },
      ),
      table(
        '三十天内预计',
        ({ expected }) => ({
          headings: ['日期', '来由', '金额（元）'],
          rows: expected.map(({ date, what, fen, path }) => ({
            key: `${date} ${what}`,
            cells: [date, link(what, path), yuan(fen)],
          })),
        }),
        { empty: '三十天内没有预计的往来' },
      ),
    ),
  ],
});
