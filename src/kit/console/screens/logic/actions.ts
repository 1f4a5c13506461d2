/** Which buttons a row, the toolbar and a selection show, and why one is disabled. */
import type { Action, AnyPage } from '../../../define/page.ts';

export type AnyRow = { id: number } & Record<string, unknown>;
/** May a verb be used, on this page or on the one named? */
export type Allowed = (verb: string, path?: string) => boolean;

export interface Button {
  key: string;
  label: string;
  tone?: Action['tone'];
  /** Says why it cannot be pressed now; undefined when it can. */
  reason?: string;
  /** Absent for the built-in view, edit and remove. */
  action?: Action;
}

/** An action that opens a page needs the right to what it opens: writing a new record, changing one of its own list, or looking. */
function may({ places, form }: AnyPage, action: Action, allowed: Allowed): boolean {
  if (action.open === undefined) return allowed(action.key);
  const [path = '', query = ''] = action.open.split('?');
  if (!path.endsWith('/form')) return allowed('query', path);
  const target = path.slice(0, -5);
  if (!/(^|&)id=/.test(query)) return allowed('create', target);
  const changes = form !== undefined && !form.createOnly && places.some((place) => place.path === target);
  return allowed(changes ? 'update' : 'query', target);
}

/**
 * Whether one row takes an action: shown and enabled, shown with a reason, or not shown at all. A row that fails
 * `when` gets `whyNot`'s reason; an action without `when` is stopped by its `whyNot` alone.
 */
export function stateOf(action: Action, row: AnyRow): { shown: boolean; reason?: string } {
  if (action.when?.(row)) return { shown: true };
  const reason = action.whyNot?.(row) || undefined;
  if (reason) return { shown: true, reason };
  return { shown: action.when === undefined };
}

/** Buttons of one row in the definition's order. */
export function rowButtons(spec: AnyPage, row: AnyRow, allowed: Allowed): Button[] {
  const buttons: Button[] = [];
  const changeable = spec.list?.changeable?.(row) ?? true;
  for (const entry of spec.list?.row ?? []) {
    if (entry === 'view') buttons.push({ key: 'view', label: '查看' });
    else if (entry === 'edit') {
      if (changeable && spec.form && !spec.form.createOnly && allowed('update'))
        buttons.push({ key: 'edit', label: '编辑' });
    } else if (entry === 'remove') {
      if (changeable && allowed('remove')) buttons.push({ key: 'remove', label: '删除', tone: 'danger' });
    } else if (may(spec, entry, allowed)) {
      const { shown, reason } = stateOf(entry, row);
      if (shown)
        buttons.push({
          key: entry.key,
          label: entry.label,
          tone: entry.tone,
          action: entry,
          ...(reason ? { reason } : {}),
        });
    }
  }
  return buttons;
}

/** At most two buttons stay visible; the rest move into 更多. Those that can be pressed come first in both. */
export function splitButtons(buttons: readonly Button[]): { visible: Button[]; more: Button[] } {
  if (buttons.length <= 2) return { visible: [...buttons], more: [] };
  const ranked = [...buttons.filter((b) => b.reason === undefined), ...buttons.filter((b) => b.reason !== undefined)];
  return { visible: ranked.slice(0, 2), more: ranked.slice(2) };
}

/** Buttons of the toolbar that need no selection. */
export function toolButtons(spec: AnyPage, allowed: Allowed): Button[] {
  const buttons: Button[] = [];
  for (const entry of spec.list?.tools ?? []) {
    if (entry === 'create') {
      if (spec.form && allowed('create'))
        buttons.push({ key: 'create', label: spec.list?.createLabel ?? '新增', tone: 'primary' });
    } else if (!entry.batch && may(spec, entry, allowed))
      buttons.push({ key: entry.key, label: entry.label, tone: entry.tone, action: entry });
  }
  return buttons;
}

/** Actions of rows and toolbar that also work on a selection. */
export function batchActions(spec: AnyPage, allowed: Allowed): Action[] {
  return [...(spec.list?.row ?? []), ...(spec.list?.tools ?? [])].filter(
    (entry): entry is Action => typeof entry !== 'string' && entry.batch === true && allowed(entry.key),
  );
}

/** Splits a selection into rows that take the action and the first reason why the others do not. */
export function eligible(action: Action, rows: readonly AnyRow[]): { ids: number[]; refused: number; reason?: string } {
  const ids: number[] = [];
  let reason: string | undefined;
  for (const row of rows) {
    const state = stateOf(action, row);
    if (state.shown && !state.reason) ids.push(row.id);
    else reason ??= state.reason;
  }
  return { ids, refused: rows.length - ids.length, ...(reason ? { reason } : {}) };
}

/** Is there anything at all in the action column? */
export function hasRowActions(spec: AnyPage, allowed: Allowed): boolean {
  return (spec.list?.row ?? []).some((entry) => {
    if (entry === 'view') return true;
    if (entry === 'edit') return spec.form !== undefined && !spec.form.createOnly && allowed('update');
    if (entry === 'remove') return allowed('remove');
    return may(spec, entry, allowed);
  });
}

/** Buttons under the headings of their groups, each where its first one stands; those without a group come first. */
export function grouped(buttons: readonly Button[]): { group: string; buttons: Button[] }[] {
  const byGroup = Map.groupBy(buttons, (button) => button.action?.group ?? '');
  const plain = byGroup.get('') ?? [];
  byGroup.delete('');
  return [
    ...(plain.length > 0 ? [{ group: '', buttons: plain }] : []),
    ...[...byGroup].map(([group, own]) => ({ group, buttons: own })),
  ];
}
