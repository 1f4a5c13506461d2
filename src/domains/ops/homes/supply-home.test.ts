/** 进销存首页: of many deliveries the first are shown; that there are more is said, and all of them are one press away. */
import { expect, test } from 'vitest';
import type { TableShown } from '../../../kit/define/blocks.ts';
import home from './pages/supply-home.page.ts';
import type { SupplyHome } from './supply-figures.ts';

const order = (id: number) => ({
  id,
  orderNo: `CG${id}`,
  day: '2026-11-20',
  supplier: '丰谷粮油',
  house: '中心仓',
  lineCount: 3,
  status: 'ORDERED',
});
const shown = (more: boolean) => {
  const [table] = (home.blocks ?? []).flatMap((one) =>
    one.kind === 'table' && one.title === '今明两天送货' ? [one.of as (told: SupplyHome) => TableShown] : [],
  );
  const told: SupplyHome = {
    date: '2026-11-20',
    until: '2026-11-21',
    work: [],
    deliveries: { rows: Array.from({ length: 20 }, (_, i) => order(i)), more },
    accepts: false,
    sheets: { rows: [], more: false },
    counts: [],
  };
  return table!(told);
};

test('the first twenty of more lead to them all', () => {
  expect(shown(true)).toMatchObject({
    rest: {
      text: '只列出前 20 张，查看全部',
      to: {
        path: '/admin/contractor/erp/supply_order',
        query: { createdAt: '*', deliveryDate: '2026-11-20,2026-11-21', status: 'ORDERED,PART_RECEIVED,RECEIVED' },
      },
    },
  });
  expect(shown(false).rest).toBeUndefined();
});
