/** What is wrong with one page by itself that the compiler cannot see. Every sentence names page, key and what to do. */

import { writes } from '../../../define/duty.ts';
import { type Field, type Fields, nameKey } from '../../../define/field.ts';
import { type Action, type AnyPage, searchFields, verbsOf } from '../../../define/page.ts';
import type { Witness } from '../../../define/witness.ts';
import type { Binding, Bound } from '../binding.ts';
import { identityFaults } from '../identity-faults.ts';

/** `page` is how the page is called in the sentence: its title and path. */
export const said = (page: string, key: string, wrong: string, todo: string): string =>
  `${page}: ${key} ${wrong}: ${todo}`;
export const called = (page: AnyPage, path = page.places[0]?.path): string => `${page.title} (${path})`;

export const actionsOf = (page: AnyPage): { action: Action; row: boolean }[] =>
  [...(page.list?.row ?? []).map((action) => ({ action, row: true })), ...(page.list?.tools ?? [])].flatMap((one) => {
    const { action, row } = typeof one === 'object' && 'row' in one ? one : { action: one, row: false };
    return typeof action === 'string' ? [] : [{ action, row }];
  });

/** The keys of `{key}` in a text or location. */
export const blanksOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!);

/** Every field of a page, cells of lines and fields of dialogs included, each with the name it is found by. */
export function everyField(page: AnyPage): { name: string; key: string; field: Field; beside: Fields }[] {
  const within = (fields: Fields, at: string): ReturnType<typeof everyField> =>
    Object.entries(fields).flatMap(([key, field]) => [
      { name: `${at}${key}`, key, field, beside: fields },
      ...(field.lines ? within(field.lines.fields, `${at}${key}.`) : []),
    ]);
  return [
    ...within(page.fields, ''),
    ...actionsOf(page).flatMap(({ action }) => within(action.form ?? {}, `${action.key}.`)),
  ];
}

/** Lists of keys in a definition that must be fields of the page; the compiler does not hold those of a page made by code. Columns of a report's drill are not among them: reports share one map. */
function keyFaults(page: AnyPage): string[] {
  const { list, form, report } = page;
  const lists: Record<string, readonly (string | undefined)[] | undefined> = {
    'list.columns': list?.columns,
    'list.totals': list?.totals,
    'list.important': list?.important,
    'list.treeBy': list?.treeBy === undefined ? [] : [list.treeBy],
    'list.detail': list?.detail,
    'list.search': searchFields(page).flatMap((s) => s.keys ?? [s.key]),
    'list.sort': list?.sort === undefined ? [] : [list.sort.replace(/^-/, '')],
    'list.subline': Object.entries(list?.subline ?? {}).flat(),
    'list.drills': Object.keys(list?.drills ?? {}),
    'form.sections': form?.sections.flatMap((section) => section.fields),
    'form.steps': [form?.steps?.lines, ...(form?.steps?.agreed ?? [])],
    'import.fields': page.import?.fields,
    'import.unique': page.import?.unique,
    'report.chart': report?.chart && [report.chart.x, ...report.chart.y],
  };
  const own = new Set([...Object.keys(page.fields), 'id']);
  return Object.entries(lists).flatMap(([place, keys = []]) =>
    keys
      .filter((key): key is string => key !== undefined && !own.has(key))
      .map((key) => said(called(page), key, `in ${place} is no field`, 'name a key of fields, or add the field')),
  );
}

/** Keys inside `lines`, which are plain texts. */
function lineFaults(page: AnyPage): string[] {
  return everyField(page).flatMap(({ name, field }) => {
    if (!field.lines) return [];
    const { fields, unique = [], totals = [], fill, open = {} } = field.lines;
    const keys = [...unique, ...totals, ...(fill ? [fill] : []), ...Object.keys(open)];
    return keys
      .filter((key) => !fields[key])
      .map((key) => said(called(page), `${name}.${key}`, 'is no cell of these lines', 'name a key of their fields'));
  });
}

/** Lines of another page's record. */
function belongingFaults(page: AnyPage): string[] {
  const by = page.of?.by;
  if (!by) return [];
  return [
    ...(page.fields[by] ? [] : [said(called(page), by, 'is what it belongs by and no field', 'add the field')]),
    ...(page.form || page.import
      ? [said(called(page), 'form', 'or import of lines is never seen', 'write them in the record they belong to')]
      : []),
  ];
}

/** Amounts are integer fen, and their keys say so on both sides. */
function fenFaults(page: AnyPage): string[] {
  return everyField(page).flatMap(({ name, key, field }) => {
    if (field.kind === 'money' && !key.endsWith('Fen'))
      return [said(called(page), name, 'is money without its unit', `call it ${key}Fen`)];
    return [];
  });
}

/** `{key}` in words and locations that nothing fills. */
function blankFaults(page: AnyPage): string[] {
  const fields = new Set([
    ...Object.entries(page.fields).flatMap(([key, { kind }]) =>
      kind === 'ref' || kind === 'refs' || kind === 'region' ? [key, nameKey(key)] : [key],
    ),
    'id',
  ]);
  const faults: string[] = [];
  const look = (place: string, text: string | undefined, known: ReadonlySet<string>, todo: string) => {
    for (const key of blanksOf(text ?? ''))
      if (!known.has(key)) faults.push(said(called(page), `{${key}}`, `in ${place} is no field`, todo));
  };
  for (const { action, row } of actionsOf(page)) {
    look(`confirm of ${action.key}`, action.confirm, fields, 'name a key of fields; its value stands there');
    if (row) look(`open of ${action.key}`, action.open, fields, 'name a key of fields; its value stands there');
    else
      look(`open of ${action.key}`, action.open, new Set(), 'a tool has no row; leave it out or make it a row button');
  }
  look('form.submit', page.form?.submit, fields, 'name a key of fields; its value stands there');
  look('form.opens', page.form?.opens, fields, 'name a key of what the form asks, or {id} of the new record');
  for (const { name, field } of everyField(page))
    for (const [key, location] of Object.entries(field.lines?.open ?? {}))
      look(
        `open of ${name}.${key}`,
        location,
        new Set(['id', ...Object.keys(field.lines?.fields ?? {})]),
        'name a cell',
      );
  return faults;
}

/** What is offered to be taken back is taken back by a button of the rows. */
function undoFaults(page: AnyPage): string[] {
  const buttons = new Map(actionsOf(page).flatMap(({ action, row }) => (row ? [[action.key, action]] : [])));
  const offered = [page.form?.undo, ...actionsOf(page).map(({ action }) => action.undo)].filter(
    (one) => one !== undefined,
  );
  return offered.flatMap(({ key, values = {} }) => {
    const button = buttons.get(key);
    if (!button) return [said(called(page), key, 'undoes and is no button of a row', 'name one of list.row')];
    return Object.entries(button.form ?? {})
      .filter(([asked, field]) => field.required && values[asked] === undefined)
      .map(([asked]) => said(called(page), `${key}.${asked}`, 'is required and not among undo.values', 'give it'));
  });
}

/** A second person is asked by a right that roles can be given. */
function witnessFaults(page: AnyPage): string[] {
  const asked: [string, Witness | undefined][] = [
    ...actionsOf(page).map(({ action }): [string, Witness | undefined] => [action.key, action.witness]),
    ['form', page.form?.witness],
    ...Object.entries(page.witness ?? {}),
  ];
  const verbs = verbsOf(page);
  return [
    ...asked.flatMap(([key, witness]) =>
      witness && !Object.hasOwn(verbs, witness.needs)
        ? [said(called(page), key, `asks a witness for ${witness.needs}, no verb of the page`, 'name it under verbs')]
        : [],
    ),
    ...Object.keys(page.witness ?? {}).flatMap((key) =>
      Object.hasOwn(page.verbs ?? {}, key)
        ? []
        : [said(called(page), key, 'has a witness and is no verb', 'name a key of verbs, or say it on the action')],
    ),
  ];
}

/** A duty is said of a verb that the page has. */
function dutyFaults(page: AnyPage): string[] {
  const verbs = verbsOf(page);
  return Object.keys(page.duties ?? {})
    .filter((verb) => !Object.hasOwn(verbs, verb))
    .map((verb) => said(called(page), verb, 'in duties is no verb', 'name a verb of the page'));
}

/** What belongs to a page writes by a right of that page: where it has none that does more than look, nobody could be given it. */
function ownerFaults(page: AnyPage): string[] {
  const owner = page.of?.page;
  if (!owner) return [];
  const known = verbsOf(owner);
  if (Object.keys(known).some((verb) => writes(owner, verb))) return [];
  return Object.keys(verbsOf(page))
    .filter((verb) => writes(page, verb))
    .map((verb) =>
      said(called(page), verb, 'writes and rides on no right', 'give the page it belongs to verbs of that work'),
    );
}

/** A verb that a field asks for to be seen: one nobody has would ride on 查看. */
function seenFaults(page: AnyPage): string[] {
  const verbs = verbsOf(page.of?.page ?? page);
  const asked = (fields: Fields): string[] =>
    Object.entries(fields).flatMap(([key, { sees, lines }]) => [
      ...(sees !== undefined && !Object.hasOwn(verbs, sees) ? [key] : []),
      ...(lines ? asked(lines.fields) : []),
    ]);
  return asked(page.fields).map((key) =>
    said(called(page), key, 'is seen by a verb the page has not', 'name it under verbs, of the page it belongs to'),
  );
}

/** What the definition promises and the server side does not do. */
function bindingFaults(page: AnyPage, binding: Binding<Fields>): string[] {
  const faults: string[] = [];
  const fault = (key: string, wrong: string, todo: string) => faults.push(said(called(page), key, wrong, todo));
  const source = binding.list;
  if (source) {
    for (const key of page.list?.columns ?? []) {
      const kind = page.fields[key]?.kind;
      if (!kind) continue;
      if (!source.columns[key] && !source.derive)
        fault(key, 'is a column and not bound', 'give columns of the list its expression');
      if ((kind === 'ref' || kind === 'refs') && !source.names?.[key] && !source.derive)
        fault(key, 'has no shown name', 'list it among refs of over(), or give names its expression');
    }
    for (const s of searchFields(page))
      for (const key of s.keys ?? [s.key])
        if (page.fields[key] && !source.columns[key] && !source.where?.[s.key])
          fault(key, 'is searched and not bound', `give columns its expression, or where.${s.key} its condition`);
  }
  // Every row of a list leads to its record; what is made in code for a search has none.
  if (page.kind === 'list' && page.list && !source && !binding.get)
    fault('list', 'has rows without records', 'give list over a table, get for one of them, or make it a report');
  for (const { action } of actionsOf(page)) {
    if (!action.open && !binding.actions?.[action.key])
      fault(action.key, 'is a button and not bound', `give actions.${action.key}`);
    if (action.outcome && !binding.outcomes?.[action.key])
      fault(
        action.key,
        'states an outcome nobody answers',
        `give outcomes.${action.key}, or list it among outsideTransaction`,
      );
    for (const [key, field] of Object.entries(action.form ?? {}))
      if (field.whenTold && !action.outcome)
        fault(key, `of ${action.key} is asked by an outcome that it does not state`, 'say outcome: true on the button');
    if (!action.outcome && binding.outcomes?.[action.key])
      fault(action.key, 'has an outcome that nobody asks for', 'say outcome: true on the button');
  }
  if (page.blocks && !binding.verbs?.figures) fault('blocks', 'are told nothing', 'answer verbs.figures');
  if (page.form?.outcome && !binding.outcomes?.create)
    fault('form', 'states an outcome nobody answers', 'give outcomes.create, or list create among outsideTransaction');
  if (page.list?.row?.includes('remove') && !binding.remove)
    fault('remove', 'is a button and not bound', 'give remove');
  if (page.form && page.kind !== 'settings' && !binding.create && page.list?.tools?.includes('create'))
    fault('create', 'is a button and not bound', 'give create');
  if (page.list?.notice && !binding.notice) fault('notice', 'is announced and not bound', 'give notice');
  if (page.form?.steps && !binding.preview) fault('form.steps', 'has no preview', 'give preview');
  if (page.versions?.foresees && !binding.foresee) fault('versions', 'foresees and is not bound', 'give foresee');
  if (page.import && !binding.importRows) fault('import', 'is not bound', 'give importRows');
  return faults;
}

/** All of these for one bound page; empty when it is whole. */
export const pageFaults = ({ page, binding }: Bound): string[] => [
  ...keyFaults(page),
  ...lineFaults(page),
  ...belongingFaults(page),
  ...fenFaults(page),
  ...blankFaults(page),
  ...undoFaults(page),
  ...witnessFaults(page),
  ...dutyFaults(page),
  ...ownerFaults(page),
  ...seenFaults(page),
  ...bindingFaults(page, binding),
  ...identityFaults({ page, binding }),
];
