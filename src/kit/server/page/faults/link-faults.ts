/** What is wrong between pages: refs nobody answers, ways that lead nowhere or ask what their target does not search. */
import type { Field, Fields } from '../../../define/field.ts';
import { type AnyPage, type Drill, searchFields } from '../../../define/page.ts';
import type { Registered, Registry } from '../registry.ts';
import { actionsOf, called, everyField, said } from './page-faults.ts';

/** Values that a list keeps in its address beside its search. */
const ofEveryList = ['page', 'size', 'sort', 'group'];
/** What a target takes, by its address; undefined where a view of its own reads what it likes. */
interface Target {
  page: AnyPage;
  keys: ReadonlySet<string> | undefined;
}

function targetAt(registry: Registry, path: string): Target | undefined {
  const own = registry.at(path)?.page;
  if (own) {
    if (own.kind === 'detail') return { page: own, keys: new Set(['id']) };
    if (own.kind !== 'list' && own.kind !== 'report') return { page: own, keys: undefined };
    return { page: own, keys: new Set([...searchFields(own).map((s) => s.key), ...ofEveryList]) };
  }
  const [, base = '', part] = /^(.*)\/(form|record)$/.exec(path) ?? [];
  const page = registry.at(base)?.page;
  if (part === 'record' && page?.kind === 'list') return { page, keys: new Set(['id']) };
  if (part === 'form' && page?.form) return { page, keys: new Set([...Object.keys(page.fields), 'id']) };
  return undefined;
}

/** What is wrong with going to `path` with these keys. */
function wayFaults(
  registry: Registry,
  from: Registered,
  name: string,
  path: string,
  keys: readonly string[],
): string[] {
  const here = called(from.page, from.path);
  const target = targetAt(registry, path);
  if (!target)
    return [said(here, name, `leads to ${path}, where no page is`, 'name the path of a page, or of its /form')];
  return keys
    .filter((key) => target.keys && !target.keys.has(key.replace(/^search\./, '')))
    .map((key) =>
      said(
        here,
        name,
        `asks ${called(target.page, path)} for ${key}, which that page does not take`,
        `search it there, or leave ${key} out`,
      ),
    );
}

const locationFaults = (registry: Registry, from: Registered, name: string, location: string): string[] => {
  const [path = '', query = ''] = location.split('?');
  return wayFaults(registry, from, name, path, [...new URLSearchParams(query).keys()]);
};

const samples: { readonly [K in Field['kind']]?: unknown } = {
  bool: true,
  choices: [],
  date: '2026-01-31',
  decimal: 1.5,
  hm: '12:00',
  int: 1,
  lines: [],
  money: 100,
  percent: 1,
  ref: 1,
  refs: [1],
  region: 1,
  time: '2026-01-31T12:00:00+08:00',
  weight: 1,
};

/** A row as a list of the page could answer it. */
const sampleRow = (fields: Fields): Record<string, unknown> => ({
  id: 1,
  ...Object.fromEntries(
    Object.entries(fields).map(([key, { kind, choices }]) => [key, choices?.[0]?.value ?? samples[kind] ?? 'x']),
  ),
});

function drillFaults(registry: Registry, from: Registered, name: string, drill: Drill | null | undefined): string[] {
  if (!drill) return [];
  const row = sampleRow(from.page.fields);
  const group = from.page.report?.groups?.map((one) => one.value) ?? [undefined];
  const faults = group.flatMap((value) => {
    const keys = Object.keys(drill.search(row, value === undefined ? {} : { group: value }));
    const path = typeof drill.path === 'string' ? drill.path : drill.path(row);
    return path === undefined ? [] : wayFaults(registry, from, name, path, keys);
  });
  return faults;
}

function relatedFaults(registry: Registry, from: Registered): string[] {
  return (from.page.list?.related ?? []).flatMap(({ title, path, search, recent, columns }) => {
    const name = `related ${title}`;
    const keys = [...Object.keys(search(sampleRow(from.page.fields))), ...(recent ? [recent.key] : [])];
    const target = registry.at(path)?.page;
    const strange = columns.filter((key) => target && !target.list?.columns.includes(key));
    return [
      ...wayFaults(registry, from, name, path, keys),
      ...strange.map((key) =>
        said(
          called(from.page, from.path),
          name,
          `shows ${key}, which is no column of ${path}`,
          'name one of its columns',
        ),
      ),
    ];
  });
}

/** Refs to pages that answer no choices, and choices narrowed by what nobody has or knows. */
function refFaults(registry: Registry, { page, path }: Registered): string[] {
  const here = called(page, path);
  return everyField(page).flatMap(({ name, field, beside }) => {
    if (field.source === undefined) return [];
    const answers = registry.at(field.source)?.binding;
    if (!answers)
      return [said(here, name, `refers to ${field.source}, where no page is`, 'name an entity, or the path of a page')];
    if (!answers.options)
      return [
        said(here, name, `refers to ${field.source}, which answers no choices`, `give that page's binding options`),
      ];
    const known = new Set([...Object.keys(page.fields), ...Object.keys(beside)]);
    return Object.entries(field.within ?? {}).flatMap(([asked, from]) => [
      ...(known.has(from) ? [] : [said(here, name, `narrows by ${from}, which is no field`, 'name a field beside it')]),
      ...(answers.optionsWithin?.includes(asked)
        ? []
        : [
            said(
              here,
              name,
              `narrows by ${asked}, which ${field.source} does not know`,
              'add it to optionsWithin there',
            ),
          ]),
    ]);
  });
}

/** All of these as one place of a page sees them. */
export function linkFaults(registry: Registry, from: Registered): string[] {
  const { page } = from;
  const { drills = {} } = page.list ?? {};
  const { columns = {}, ...whole } = page.report?.drill ?? {};
  return [
    ...refFaults(registry, from),
    ...(page.cites ?? []).flatMap((path) =>
      registry.at(path)?.binding.options
        ? []
        : [
            said(
              called(page, from.path),
              'cites',
              `${path}, which answers no choices`,
              'name a page whose binding has options',
            ),
          ],
    ),
    ...actionsOf(page).flatMap(({ action }) =>
      action.open ? locationFaults(registry, from, action.key, action.open) : [],
    ),
    ...(page.form?.opens ? locationFaults(registry, from, 'form.opens', page.form.opens) : []),
    ...everyField(page).flatMap(({ name, field }) =>
      Object.entries(field.lines?.open ?? {}).flatMap(([key, location]) =>
        locationFaults(registry, from, `${name}.${key}`, location),
      ),
    ),
    ...Object.entries(drills).flatMap(([key, drill]) => drillFaults(registry, from, key, drill)),
    ...('path' in whole ? drillFaults(registry, from, 'report.drill', whole as Drill) : []),
    ...Object.entries(columns).flatMap(([key, drill]) => drillFaults(registry, from, key, drill)),
    ...relatedFaults(registry, from),
    ...(page.versions && !registry.at(`${from.path}/versions`)
      ? [said(called(page, from.path), 'versions', 'are listed nowhere', 'add a page by versionsPage and bindVersions')]
      : []),
  ];
}
