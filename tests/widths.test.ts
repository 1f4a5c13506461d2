/**
 * At 1280 px every list shows what it is opened for, however long the names and however large the amounts: nothing important
 * is folded and nothing scrolls out of view. Worked out from the definitions, with longer texts than the demo has.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionsWidth } from '../src/kit/console/screens/list/actions-width.ts';
import {
  type Column,
  foldRank,
  importantRank,
  inGroup,
  mergeColumns,
} from '../src/kit/console/screens/logic/columns.ts';
import { fitWidths, foldColumns } from '../src/kit/console/screens/logic/fit-widths.ts';
import type { Field } from '../src/kit/define/field.ts';
import type { AnyPage } from '../src/kit/define/page.ts';
import { pageAt } from '../src/kit/define/page-at.ts';
import { loadBindings } from '../src/kit/server/page/registry.ts';

/** The table's box at 1280 px: menu, card and page margins away, and the bar of a list that is longer than the window. */
const boxPx = 1280 - 270 - 15;
const selectPx = 40;

const name = '一二三四五六七八九十一二';
/** As documents are numbered. */
const numbered = 'DC20261228000128';

/** As long as a value of the field may well be. */
function longest(field: Field): string {
  if (field.choices) return field.choices.reduce((most, { label }) => (label.length > most.length ? label : most), '');
  switch (field.kind) {
    case 'money':
      return '-123,456.78';
    case 'int':
    case 'weight':
    case 'decimal':
      return '123,456';
    case 'percent':
      return '-100.00%';
    case 'date':
      return '2026-12-28';
    case 'time':
      return '2026-12-28 18:28:28';
    case 'bool':
      return '是';
    case 'phone':
      return '138****8888';
    default:
      return field.kind === 'text' && field.label.endsWith('单号') ? numbered : name;
  }
}

const labelsOf = (page: AnyPage): string[] =>
  (page.list?.row ?? []).map((one) =>
    typeof one === 'string' ? ({ view: '详情', edit: '编辑', remove: '删除' } as const)[one] : one.label,
  );

const pages = (await loadBindings(join(import.meta.dirname, '..', 'src', 'domains'))).flatMap(({ page }) =>
  page.list ? page.places.map(({ path }) => ({ path, page: pageAt(page, path) })) : [],
);

function seen({ page }: (typeof pages)[0], group: unknown): { gone: string[]; over: number } {
  const labels = labelsOf(page);
  const actions =
    labels.length === 0 ? 0 : actionsWidth([[...labels.slice(0, 2), ...(labels.length > 2 ? ['更多'] : [])]]);
  const batch = (page.list?.row ?? []).some((one) => typeof one === 'object' && one.batch === true);
  const room = boxPx - actions - (batch ? selectPx : 0);
  const columns = inGroup(page, mergeColumns(page), group);
  const totals = (page.list?.totals ?? []) as readonly string[];
  const texts = (column: Column) => [
    longest(column.field),
    totals.includes(column.key) && column.field.kind === 'money' ? '-1,234,567.89' : '',
  ];
  const kept = foldColumns(columns, room, texts, (column) => foldRank(page, column));
  const width = fitWidths(kept, room, texts).reduce((sum, one) => sum + one, 0);
  const gone = columns.filter((column) => !kept.includes(column) && (foldRank(page, column) ?? 0) >= importantRank);
  return { gone: gone.map(({ label }) => label), over: Math.max(0, width - room) };
}

/** Words for two different things, told apart by where they stand. */
const twoThings = new Map([
  ['已过期', 'of a certificate it keeps somebody from working; of a code, a price or a call it is merely over'],
]);

test('a state has one colour on every page, and every state has one', () => {
  const tones = new Map<string, Map<string, string>>();
  const plain = new Set<string>();
  for (const { path, page } of pages)
    for (const [key, { choices, label }] of Object.entries(page.fields)) {
      const toned = choices?.some(({ tone }) => tone) === true;
      if (choices && !toned && label.endsWith('状态')) plain.add(`${path} ${key}`);
      for (const choice of toned ? choices : []) {
        const known = tones.get(choice.label) ?? new Map<string, string>();
        tones.set(choice.label, known.set(choice.tone ?? 'none', path));
      }
    }
  const differing = [...tones].filter(([word, known]) => known.size > 1 && !twoThings.has(word));
  expect(differing.map(([word, known]) => [word, Object.fromEntries(known)])).toEqual([]);
  expect([...plain]).toEqual([]);
});

test('what is important stays in view at 1280 with long names and large amounts', () => {
  expect(pages.length).toBeGreaterThan(300);
  const wrong = pages.flatMap((one) =>
    (one.page.report?.groups ?? [{ value: undefined }]).flatMap(({ value }) => {
      const { gone, over } = seen(one, value);
      return gone.length > 0 || over > 0
        ? [`${one.path} ${value ?? ''}: ${gone.join('、')} ${over > 0 ? `+${over}px` : ''}`]
        : [];
    }),
  );
  expect(wrong).toEqual([]);
});
