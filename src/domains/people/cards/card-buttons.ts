/** The life of a card as buttons of 人员管理: issued, lost and found, replaced, returned, frozen. */
import { choice, date, longText, money } from '../../../kit/define/field.ts';
import type { Action } from '../../../kit/define/page.ts';
import { inState, living } from '../persons/life-buttons.ts';
import { cardNoField, physicalNoField } from '../persons/person-fields.ts';
import type { userFields } from '../persons/user-fields.ts';
import { cardFlow, cardKinds, payWays } from './card-states.ts';
import { reuseFields } from './reuse-fields.ts';

/** Something is taken with the card: only then an amount and a way are asked for. */
export const charged = ({ chargeKind }: { chargeKind?: unknown }): boolean =>
  chargeKind === 'FEE' || chargeKind === 'DEPOSIT';

/** What is taken with a card: nothing, 工本费 (income) or 押金 (given back at return). */
const charge = {
  chargeKind: choice(
    '收费',
    [
      { value: 'NONE', label: '不收费' },
      { value: 'FEE', label: '工本费' },
      { value: 'DEPOSIT', label: '押金' },
    ],
    { initial: 'NONE' },
  ),
  chargeFen: money('收费金额', { initial: 0, when: charged }),
  payBy: choice('收取方式', payWays, { initial: 'CASH', when: charged }),
};

const newCard = {
  // A new card's number: the old one is not proposed.
  cardNo: cardNoField({ required: true, initial: '' }),
  physicalNo: physicalNoField({ initial: '' }),
  cardKind: choice('卡类型', cardKinds, { initial: 'IC' }),
  cardValidEnd: date('卡有效期', { help: '不填则长期有效' }),
  ...charge,
  ...reuseFields,
};

const noCard = (row: { cardStatus: string | null }) =>
  row.cardStatus === null ? '没有卡片，请先发卡' : `卡片当前为「${cardFlow.labelOf(row.cardStatus)}」`;

/** Who has no card is given one. */
export const firstCard: Action<typeof userFields> = {
  key: 'issueCard',
  label: '发卡',
  outcome: true,
  form: newCard,
  shows: 'receipt',
  when: (row) => living(row) && row.cardStatus === null,
  whyNot: (row) => (living(row) ? '已持有卡片，请办理换卡或补卡' : inState(row)),
};

/** What becomes of a card that was issued. */
export const laterCards: readonly Action<typeof userFields>[] = [
  {
    key: 'reportLoss',
    label: '挂失',
    tone: 'danger',
    batch: true,
    confirm: '确定挂失 {name} 的卡片 {cardNo}？名单下发到各设备后生效。',
    when: (row) => cardFlow.may('loss', row.cardStatus),
    whyNot: noCard,
  },
  {
    key: 'liftLoss',
    label: '解挂',
    tone: 'success',
    confirm: '确定解挂 {name} 的卡片 {cardNo}？',
    when: (row) => cardFlow.may('lift', row.cardStatus) && living(row),
    whyNot: noCard,
  },
  {
    key: 'replaceCard',
    label: '补卡',
    outcome: true,
    form: newCard,
    shows: 'receipt',
    when: (row) => cardFlow.may('replace', row.cardStatus) && living(row),
    whyNot: (row) => (row.cardStatus === 'NORMAL' ? '补卡前请先挂失；卡片损坏请办理换卡' : noCard(row)),
  },
  {
    key: 'exchangeCard',
    label: '换卡',
    outcome: true,
    form: newCard,
    shows: 'receipt',
    when: (row) => cardFlow.may('exchange', row.cardStatus) && living(row),
    whyNot: noCard,
  },
  {
    key: 'returnCard',
    label: '退卡',
    tone: 'danger',
    outcome: true,
    form: {
      depositBy: choice(
        '押金退还方式',
        [
          { value: 'CASH', label: '现金' },
          { value: 'MAIN', label: '退回主账户' },
        ],
        { initial: 'CASH', help: '没有押金时不退款' },
      ),
      reason: longText('说明', { max: 100 }),
    },
    shows: 'receipt',
    when: (row) => cardFlow.may('return', row.cardStatus),
    whyNot: noCard,
  },
  {
    key: 'returnFee',
    label: '退工本费',
    tone: 'danger',
    outcome: true,
    form: {
      reason: longText('原因', {
        required: true,
        max: 60,
        help: '退回最近一次收取的工本费：收现金的退现金，从主账户扣的退回主账户；卡片不变',
      }),
    },
    shows: 'receipt',
    when: (row) => row.cardStatus !== null,
  },
  {
    key: 'freezeCard',
    label: '冻结卡',
    tone: 'warning',
    confirm: '确定冻结 {name} 的卡片 {cardNo}？',
    when: (row) => cardFlow.may('freeze', row.cardStatus),
    whyNot: noCard,
  },
  {
    key: 'unfreezeCard',
    label: '解冻卡',
    when: (row) => cardFlow.may('unfreeze', row.cardStatus),
    whyNot: noCard,
  },
];
