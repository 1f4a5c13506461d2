/** 召回单: what was sealed and why, how it was traced, and who closed it when nothing was left. */
import { bool, choice, image, int, longText, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { lotBalance } from '../lot-words.ts';
import { noticeStatuses, recallFlow, recallScopes, recallStatuses } from '../recall-states.ts';

export const lotRecall = page({
  path: '/admin/contractor/erp/lot_recall',
  title: '召回单',
  menu: ['进销存', '业务'],
  order: 50,
  limited: 'common',
  fields: {
    recallNo: text('召回单号', { columnWidth: 150 }),
    reason: longText('原因'),
    scope: choice('范围', recallScopes),
    dishName: text('菜品'),
    lotCount: int('批次', { unit: '批' }),
    left: text('尚未处置'),
    stopped: longText('停下的销售', { help: '封存时下架的商品与停下的订单；解除后自动上架' }),
    noticeWords: text('单位通知'),
    unsent: bool('通知未发', { hidden: true }),
    status: choice('状态', recallStatuses),
    makerName: text('封存人'),
    checkerName: text('结案/解除人'),
    checkNote: text('结论'),
    checkedAt: time('结案时间'),
    createdAt: time('封存时间', { sortable: true }),
  },
  list: {
    columns: [
      'recallNo',
      'reason',
      'scope',
      'dishName',
      'lotCount',
      'left',
      'noticeWords',
      'status',
      'makerName',
      'checkerName',
      'createdAt',
    ],
    important: ['recallNo', 'reason', 'lotCount', 'left', 'noticeWords', 'status'],
    search: [
      range('createdAt'),
      'status',
      'scope',
      'unsent',
      keyword('单号/原因/菜品', 'recallNo', 'reason', 'dishName'),
    ],
    row: [
      {
        key: 'sendNotices',
        label: '发出通知',
        tone: 'primary',
        confirm: '{recallNo} 的通知草稿将发给各单位，发出后不能再改。确定发出？',
        when: (row) => row.unsent === true,
        done: '已发出，单位在「召回通知」里回复处理',
      },
      ...recallFlow.buttons,
      {
        key: 'addPhoto',
        label: '添加照片',
        form: {
          photo: image('照片', { required: true }),
          note: text('说明', { max: 60, help: '封存的位置、销毁或退货的现场' }),
        },
        when: (row) => row.status === 'SEALED' || row.status === 'TRACED',
        done: '已添加',
      },
      { key: 'print', label: '打印召回单', shows: 'receipt' },
      'view',
    ],
  },
});

export const lotRecallLot = page({
  of: lotRecall,
  by: 'recallId',
  path: 'lot',
  title: '封存的批次',
  fields: {
    recallId: int('召回单'),
    goodsName: text('商品'),
    lotNo: text('批次'),
    supplierName: text('供应商'),
    cameIn: text('入库'),
    onHand: text('在库'),
    inTransit: text('在途'),
    issued: text('领用'),
    made: text('加工'),
    sold: text('销售'),
    lost: text('报损盘亏'),
    returned: text('退货'),
    closes: lotBalance,
  },
  list: {
    important: ['goodsName', 'lotNo', 'cameIn', 'onHand', 'issued', 'lost', 'closes'],
    drills: { goodsName: { path: '/admin/contractor/erp/lot_trace/record', search: (row) => ({ id: row.id }) } },
  },
});

/** What each unit is told: drafted with the recall, worded until it is sent, answered by the unit. */
export const lotRecallNotice = page({
  of: lotRecall,
  by: 'recallId',
  path: 'notice',
  title: '单位通知',
  wide: ['organizationId'],
  fields: {
    recallId: int('召回单'),
    organizationId: ref('单位', 'organization'),
    content: longText('内容', { required: true, max: 4_000, columnWidth: 320 }),
    status: choice('状态', noticeStatuses),
    sentName: text('发出人'),
    sentAt: time('发出时间'),
    answer: longText('处理情况'),
    answeredName: text('回复人'),
    answeredAt: time('回复时间'),
  },
  list: {
    columns: ['organizationId', 'content', 'status', 'sentAt', 'answer', 'answeredName', 'answeredAt'],
    row: [
      {
        key: 'reword',
        label: '改写',
        form: { content: longText('内容', { required: true, max: 4_000 }) },
        when: (row) => row.status === 'DRAFT',
        done: '已保存，发出以前可以再改',
      },
    ],
  },
});

/** What was sealed and what was done with it, in pictures. */
export const lotRecallPhoto = page({
  of: lotRecall,
  by: 'recallId',
  path: 'photo',
  title: '照片',
  fields: {
    recallId: int('召回单'),
    photo: image('照片'),
    note: text('说明'),
    madeName: text('拍摄人'),
    madeAt: time('时间'),
  },
});

export default [lotRecall, lotRecallLot, lotRecallNotice, lotRecallPhoto];
