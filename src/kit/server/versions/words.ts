/** What a version changes, in the words of the page's fields: 第一次 10.00 → 12.00；餐厅 一食堂 → 全部. */
import { formatFenGrouped } from '../../define/fen.ts';
import type { Field, Fields } from '../../define/field.ts';
import { maskValue } from '../audit/mask.ts';
import type { Ctx } from '../context.ts';

type Values = Readonly<Record<string, unknown>>;
/** Longer lists of changes are cut. */
const mostLetters = 1_000;

const choiceLabel = (field: Field, value: unknown) =>
  field.choices?.find((c) => c.value === value)?.label ?? String(value);

/** Names of records by the pages that answer them. */
async function namesOf(ctx: Ctx, field: Field, ids: readonly number[]): Promise<string> {
  const options = field.source ? ctx.services.registry.at(field.source)?.binding.options : undefined;
  if (!options || ids.length === 0) return ids.join('、');
  const found = await options(ctx, { keyword: '', ids: [...ids], size: ids.length, within: {} });
  return ids.map((id) => found.find((o) => o.id === id)?.name ?? String(id)).join('、');
}

async function shown(ctx: Ctx, field: Field, value: unknown): Promise<string> {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return field.none ?? '空';
  switch (field.kind) {
    case 'money':
      return formatFenGrouped(Number(value));
    case 'bool':
      return field.words?.[value === true ? 0 : 1].label ?? (value === true ? '是' : '否');
    case 'choice':
      return choiceLabel(field, value);
    case 'choices':
      return (value as unknown[]).map((v) => choiceLabel(field, v)).join('、');
    case 'ref':
    case 'region':
      return namesOf(ctx, field, [Number(value)]);
    case 'refs':
      return namesOf(ctx, field, value as number[]);
    case 'lines': {
      const cells = field.lines!.fields;
      const rows = (value as Values[]).map(async (row) => {
        const parts = Object.entries(cells).map(([key, cell]) => shown(ctx, cell, row[key]));
        return (await Promise.all(parts)).join(' ');
      });
      return (await Promise.all(rows)).join('、');
    }
    case 'password':
      return '（已设置）';
    default:
      return `${maskValue(field, value)}${field.unit ?? ''}`;
  }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Of the fields that differ; of a new record (`before` null) those that are set. */
export async function versionWords(ctx: Ctx, fields: Fields, before: Values | null, after: Values): Promise<string> {
  const words: string[] = [];
  // As the page is seen here: its refs know where their names are answered.
  const seen = ctx.services.registry.at(ctx.path)?.page.fields ?? fields;
  for (const [key, value] of Object.entries(after)) {
    const field = seen[key];
    if (!field || value === undefined || same(before?.[key], plain(field, value))) continue;
    const now = await shown(ctx, field, value);
    words.push(before ? `${field.label} ${await shown(ctx, field, before[key])} → ${now}` : `${field.label} ${now}`);
  }
  return words.join('；').slice(0, mostLetters);
}

/** Rows as a stored record has them: the cells of the definition alone. */
const plain = (field: Field, value: unknown) =>
  field.kind === 'lines' && Array.isArray(value)
    ? (value as Values[]).map((row) =>
        Object.fromEntries(Object.keys(field.lines!.fields).map((k) => [k, row[k] ?? null])),
      )
    : value;
