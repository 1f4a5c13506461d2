/** 账目核对总览: the last proof of every unit's books and of the money between units, breaks first, with what to do about each. */
import { choice, int, longText, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';

const byPlatform = { only: ['platform'] } as const;

export default page({
  title: '账目核对总览',
  places: [
    { path: '/admin/platform/ledger_check', menu: ['交易', '核对结算'] },
    { path: '/admin/contractor/ledger_check', menu: ['资金管理', '账户'] },
  ],
  order: 40,
  duties: { again: 'look' },
  fields: {
    unitName: text('单位', { columnWidth: 200 }),
    book: choice('账本', [
      { value: 'DINERS', label: '就餐人的账' },
      { value: 'UNITS', label: '单位之间的钱' },
    ]),
    state: choice('结果', [
      { value: 'BROKEN', label: '不平', tone: 'danger' },
      { value: 'OK', label: '全部相符', tone: 'success' },
      { value: 'NEVER', label: '没有核对过', tone: 'neutral' },
    ]),
    breakCount: int('不平', { unit: '处', alarm: true }),
    broken: text('不平的规则', { columnWidth: 360 }),
    repair: longText('怎样处理', { columnWidth: 600 }),
    startedAt: time('最近核对'),
    postingCount: int('业务笔数'),
    rules: longText('逐条结果'),
  },
  list: {
    columns: except('rules'),
    // What to do is read on the list itself; which book it is says the name of the row.
    important: ['unitName', 'state', 'broken', 'repair', 'startedAt'],
    search: [keyword('单位', 'unitName'), 'state', 'book'],
    sort: '-breakCount',
    notice: true,
    row: [{ key: 'again', label: '立即核对', ...byPlatform, done: '已核对' }, 'view'],
  },
});
