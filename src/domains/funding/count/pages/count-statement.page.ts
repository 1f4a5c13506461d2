/** 计次对账单: meals left before, come, gone and left, day by day. */
import { date, int } from '../../../../kit/define/field.ts';
import { eq } from '../../../../kit/define/identity.ts';
import { type Drill, page, range } from '../../../../kit/define/page.ts';
import { type CountColumn, countColumns, countKeys } from '../words.ts';

/** Lines of the row's day, of the column's kinds. */
const lines = (key?: CountColumn): Drill => ({
  path: '/admin/organization/count_ledger',
  search: (row) => ({
    businessDate: [row.businessDate, row.businessDate],
    ...(key ? { kind: [...countColumns[key].kinds] } : {}),
  }),
});
/** All lines up to a day. */
const until = (day: 'businessDate' | 'dayBefore'): Drill => ({
  path: '/admin/organization/count_ledger',
  search: (row) => ({ businessDate: [null, row[day]] }),
});
const columnFields = Object.fromEntries(
  countKeys.map((key) => [key, int(countColumns[key].label, { unit: '次' })]),
) as Record<CountColumn, ReturnType<typeof int>>;

export default page({
  path: '/admin/organization/count_statement',
  title: '计次对账单',
  menu: ['资金账户', '计次'],
  order: 4,
  fields: {
    businessDate: date('日期', { sortable: true }),
    openingMeals: int('期初次数', { unit: '次' }),
    ...columnFields,
    closingMeals: int('期末次数', { unit: '次' }),
  },
  list: {
    columns: ['businessDate', 'openingMeals', ...countKeys, 'closingMeals'],
    search: [range('businessDate', 'thisMonth')],
    totals: countKeys,
  },
  report: {
    identities: [
      eq('closingMeals', [
        'openingMeals',
        ...countKeys.map((key) => (countColumns[key].side === 'in' ? key : `-${key}`)),
      ]),
    ],
    drill: {
      ...lines(),
      columns: {
        ...Object.fromEntries(countKeys.map((key) => [key, lines(key)])),
        openingMeals: until('dayBefore'),
        closingMeals: until('businessDate'),
      },
    },
  },
});
