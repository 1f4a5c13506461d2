/** One definition, seen from several areas. */
import { describe, expect, it } from 'vitest';
import { entities } from './entity.ts';
import { int, lines, money, ref, text } from './field.ts';
import { eq, sum } from './identity.ts';
import { all, anyPage, except, keyword, page } from './page.ts';
import { nearest, pageAt, seenPage, withoutHidden } from './page-at.ts';

entities({ bench: { choices: '/admin/organization/bench', at: { platform: '/admin/platform/bench' } } });

const places = [
  { path: '/admin/organization/visit', menu: null },
  { path: '/admin/contractor/visits', menu: null },
  { path: '/admin/platform/visit', menu: null },
];
const visits = anyPage(
  page({
    title: '到访',
    places,
    fields: {
      organizationId: text('单位', { only: ['contractor', 'platform'] }),
      name: text('姓名'),
      benchId: ref('座位', 'bench' as never),
      count: int('次数'),
      secret: text('备注'),
    },
    list: {
      columns: except('secret'),
      search: [keyword('姓名/单位', 'name', 'organizationId'), 'organizationId', 'benchId'],
      totals: ['count'],
      row: [
        { key: 'rows', label: '明细', open: '/admin/organization/visit?name={name}' },
        { key: 'move', label: '换座', form: { benchId: ref('座位', 'bench' as never) } },
        { key: 'close', label: '关闭', only: ['platform'] },
      ],
    },
    form: { sections: [{ fields: ['organizationId', 'name', 'secret'] }] },
    report: { drill: { path: '/admin/organization/visit', search: () => ({}) } },
  }),
);
const at = (path: string) =>
  pageAt(visits, path, (target) =>
    nearest(target, target === '/admin/organization/visit' ? places.map((p) => p.path) : [], path),
  );

it('tells the cells of rows where to ask, and leads from them within the area', () => {
  const cell = ref('座位', 'bench' as never);
  const rows = lines(
    '明细',
    { benchId: cell, other: text('外', { only: ['organization'] }) },
    { open: { benchId: '/admin/organization/visit?id={benchId}' } },
  );
  const spec = anyPage(page({ title: '排座', places, fields: { rows }, form: { sections: [{ fields: ['rows'] }] } }));
  const seen = pageAt(spec, '/admin/platform/visit', (target) =>
    nearest(
      target,
      places.map((place) => place.path),
      '/admin/platform/visit',
    ),
  ).fields.rows?.lines;
  expect(seen?.fields.benchId?.source).toBe('/admin/platform/bench');
  expect(Object.keys(seen?.fields ?? {})).toEqual(['benchId']);
  expect(seen?.open).toEqual({ benchId: '/admin/platform/visit?id={benchId}' });
});

describe('a page at its places', () => {
  it('has every field as a column but those it leaves out, in their order', () => {
    expect(visits.list?.columns).toEqual(['organizationId', 'name', 'benchId', 'count']);
    const whole = page({
      title: '全部',
      path: '/admin/x',
      fields: { a: text('甲'), b: text('乙') },
      list: { columns: all() },
    });
    expect(whole.list?.columns).toEqual(['a', 'b']);
  });

  it('has fields of other areas nowhere', () => {
    const own = at('/admin/organization/visit');
    expect(Object.keys(own.fields)).toEqual(['name', 'benchId', 'count', 'secret']);
    expect(own.list?.columns).toEqual(['name', 'benchId', 'count']);
    expect(own.list?.search).toEqual([{ key: 'keyword', label: '姓名/单位', keys: ['name'] }, 'benchId']);
    expect(own.form?.sections).toEqual([{ fields: ['name', 'secret'] }]);
    expect(at('/admin/contractor/visits').list?.columns[0]).toBe('organizationId');
  });

  it('asks choices where its area finds them, in dialogs too', () => {
    expect(at('/admin/organization/visit').fields.benchId?.source).toBe('/admin/organization/bench');
    const platform = at('/admin/platform/visit');
    expect(platform.fields.benchId?.source).toBe('/admin/platform/bench');
    const move = platform.list?.row?.[1];
    expect(typeof move === 'object' && move.form?.benchId?.source).toBe('/admin/platform/bench');
  });

  it('leads to the place in its own area, and elsewhere only when there is none', () => {
    const contractor = at('/admin/contractor/visits');
    const rows = contractor.list?.row?.[0];
    expect(typeof rows === 'object' && rows.open).toBe('/admin/contractor/visits?name={name}');
    expect(contractor.report?.drill?.path).toBe('/admin/contractor/visits');
    expect(nearest('/admin/organization/elsewhere', [], '/admin/contractor/visits')).toBe(
      '/admin/organization/elsewhere',
    );
  });

  it('says which record no domain names', () => {
    const lost = anyPage(
      page({ title: '失物', path: '/admin/x', fields: { umbrellaId: ref('伞', 'umbrella' as never) } }),
    );
    expect(() => pageAt(lost, '/admin/x')).toThrow("no entity umbrella: a domain's entities.ts must name it");
  });
});

it('has a button of other areas only there', () => {
  const keys = (path: string) => at(path).list!.row!.map((one) => (typeof one === 'string' ? one : one.key));
  expect(keys('/admin/organization/visit')).not.toContain('close');
  expect(keys('/admin/platform/visit')).toContain('close');
});

describe('what asks for a verb to be seen', () => {
  const goods = anyPage(
    page({
      title: '物料',
      path: '/admin/contractor/goods',
      verbs: { cost: '查看成本' },
      fields: {
        name: text('名称'),
        valueFen: money('金额', { sees: 'cost' }),
        rows: lines('明细', { qty: int('数量'), priceFen: money('单价', { sees: 'cost' }) }),
      },
      list: {
        columns: ['name', 'valueFen'],
        important: ['name', 'valueFen'],
        search: ['name', 'valueFen', keyword('名称', 'name', 'valueFen')],
        totals: ['valueFen'],
      },
      form: { sections: [{ fields: ['name', 'valueFen', 'rows'] }] },
      report: { identities: [eq('valueFen', 'valueFen'), sum('name', [])] },
    }),
  );

  it('is nowhere for who may not: columns, search, totals, form, cells, identities', () => {
    const seen = seenPage(goods, () => false);
    expect(seen.list).toMatchObject({
      columns: ['name'],
      important: ['name'],
      search: ['name', { key: 'keyword', keys: ['name'] }],
      totals: [],
      detail: ['name', 'rows'],
    });
    expect(seen.form?.sections).toEqual([{ fields: ['name', 'rows'] }]);
    expect(Object.keys(seen.fields.rows!.lines!.fields)).toEqual(['qty']);
    expect(seen.report?.identities).toHaveLength(1);
    expect(
      withoutHidden(goods, seen, { id: 1, name: '米', valueFen: 5, rows: [{ id: 2, qty: 3, priceFen: 4 }] }),
    ).toEqual({ id: 1, name: '米', rows: [{ id: 2, qty: 3 }] });
  });

  it('changes nothing for who may', () => {
    expect(seenPage(goods, (verb) => verb === 'cost')).toBe(goods);
  });
});
