/** Reports made in code: their rows in order, in pages, and what is said of them in words. */
import { expect, test } from 'vitest';
import { int, text } from '../../define/field.ts';
import { page } from '../../define/page.ts';
import type { Ctx } from '../context.ts';
import { bind } from './binding.ts';
import { createRegistry } from './registry.ts';

const spec = page({
  path: '/admin/organization/weights',
  title: '重量',
  menu: null,
  fields: { name: text('名称'), grams: int('克', { hidden: true }), gramsWords: text('重量') },
  list: { columns: ['name', 'gramsWords'], sort: 'name' },
  report: { identities: [] },
});
const made = [
  { id: 1, name: '十号', grams: 2_000 },
  { id: 2, name: '二号', grams: 500 },
  { id: 3, name: '九号', grams: 30 },
  { id: 4, name: '一号', grams: null },
];

test('rows stand as people count; words are of the rows shown, and sort as the figure they say', async () => {
  const said: number[] = [];
  const say = ({ id, grams }: (typeof made)[number]) => {
    said.push(id);
    return grams === null ? null : grams < 1_000 ? `${grams} 克` : `${grams / 1_000} 千克`;
  };
  const words = { gramsWords: { of: 'grams', say: (row: object) => say(row as (typeof made)[number]) } };
  const registry = createRegistry([bind(spec, { rows: async () => made, words })]);
  const asked = async (sort: string | null, at = 1) => {
    const input = { page: at, size: 3, sort, search: {} };
    const { rows, total } = await registry.all[0]!.binding.query!({} as Ctx, input);
    return { total, rows: rows.map(({ id, gramsWords }) => `${id} ${gramsWords}`) };
  };
  expect(await asked(null)).toEqual({ total: 4, rows: ['4 null', '2 500 克', '3 30 克'] });
  expect(said).toEqual([4, 2, 3]);
  expect((await asked('gramsWords')).rows).toEqual(['4 null', '3 30 克', '2 500 克']);
  expect((await asked('-gramsWords')).rows).toEqual(['1 2 千克', '2 500 克', '3 30 克']);
  expect((await asked('-gramsWords', 2)).rows).toEqual(['4 null']);
});
