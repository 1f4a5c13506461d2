import { expect, test } from 'vitest';
import { lines, ref } from '../../define/field.ts';
import type { Ctx } from '../context.ts';
import type { OptionsInput } from './binding.ts';
import { checkRefs, withLineNames } from './refs.ts';
import type { Registry } from './registry.ts';

const fields = {
  restaurantId: ref('餐厅', '/restaurant'),
  siteId: ref('部署点', '/site', { within: { restaurantId: 'restaurantId' } }),
  lines: lines('明细', { goodsId: ref('商品', '/goods') }),
};
/** Sites 10 and 11 stand in restaurant 1, 20 in restaurant 2; every other source knows the ids below 100. */
const asked: { path: string; input: OptionsInput }[] = [];
const registry = {
  all: [],
  at: (path: string) => ({
    binding: {
      options: async (_: Ctx, input: OptionsInput) => {
        asked.push({ path, input });
        const inside = (id: number) =>
          path !== '/site' ||
          input.within.restaurantId === undefined ||
          Math.floor(id / 10) === input.within.restaurantId;
        return (input.ids ?? []).filter((id) => id < 100 && inside(id)).map((id) => ({ id, name: String(id) }));
      },
    },
  }),
} as unknown as Registry;
const check = (values: object, before?: object) =>
  checkRefs(registry, fields, {} as Ctx, values as never, before as never);

test('a record outside of what its choices hang on is refused, stored parent or sent one', async () => {
  expect(await check({ restaurantId: 1, siteId: 10 })).toBeUndefined();
  expect(await check({ restaurantId: 1, siteId: 20 })).toMatchObject({ fields: { siteId: '部署点所选记录不存在' } });
  expect(await check({ siteId: 20 }, { restaurantId: 1 })).toMatchObject({
    fields: { siteId: '部署点所选记录不存在' },
  });
  expect(await check({ siteId: 20 })).toBeUndefined();
});

test('the records of all rows are asked for once; a missing one is named by its row', async () => {
  asked.length = 0;
  const rows = [{ goodsId: 1 }, { goodsId: 2 }, { goodsId: 500 }, { goodsId: 2 }];
  expect(await check({ lines: rows })).toMatchObject({
    params: { detail: '第 3 行 商品所选记录不存在' },
    fields: { lines: '第 3 行 商品所选记录不存在', 'lines.2.goodsId': '第 3 行 商品所选记录不存在' },
  });
  expect(asked.map(({ path, input }) => [path, input.ids])).toEqual([['/goods', [1, 2, 500]]]);
});

test('the rows of a record come with the names of what they are of', async () => {
  const record = { lines: [{ goodsId: 1 }, { goodsId: 2 }, { goodsId: null }] };
  expect(await withLineNames(registry, fields, {} as Ctx, record)).toEqual({
    lines: [{ goodsId: 1, goodsName: '1' }, { goodsId: 2, goodsName: '2' }, { goodsId: null }],
  });
});
