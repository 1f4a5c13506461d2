/** A page as one of its places sees it. Both sides read definitions through this: what an area has not, it does not get. */
import { choicesAt, entityOf } from './entity.ts';
import type { Field, Fields, LinesSpec } from './field.ts';
import { keysOf } from './identity.ts';
import { type Action, type AnyPage, type Area, areaOf, type Drill } from './page.ts';

/** Where a path leads from here: the place of the same page in the reader's own area, if it has one. */
export type PlaceOf = (path: string) => string;

/** Among the places of one page the one in the area of `from`; `path` itself when there is none. */
export function nearest(path: string, places: readonly string[], from: string): string {
  if (areaOf(path) === areaOf(from)) return path;
  return places.find((place) => areaOf(place) === areaOf(from)) ?? path;
}

const openedAt = (location: string, placeOf: PlaceOf): string => location.replace(/^[^?]+/, placeOf);

function linesAt(lines: LinesSpec, area: Area, placeOf: PlaceOf): LinesSpec {
  const open = Object.entries(lines.open ?? {}).map(([key, location]) => [key, openedAt(location, placeOf)]);
  return {
    ...lines,
    fields: fieldsAt(lines.fields, area, placeOf),
    ...(lines.open && { open: Object.fromEntries(open) }),
  };
}

function fieldAt(field: Field, area: Area, placeOf: PlaceOf): Field {
  if (field.lines) return { ...field, lines: linesAt(field.lines, area, placeOf) };
  if (field.entity === undefined || field.source !== undefined) return field;
  const { tree } = entityOf(field.entity);
  return { ...field, source: choicesAt(field.entity, area), ...(tree && { tree }) };
}

function fieldsAt(fields: Fields, area: Area, placeOf: PlaceOf): Fields {
  const seen = Object.entries(fields).filter(([, field]) => !field.only || field.only.includes(area));
  return Object.fromEntries(seen.map(([key, field]) => [key, fieldAt(field, area, placeOf)]));
}

function actionAt(action: Action, area: Area, placeOf: PlaceOf): Action {
  const open = action.open && openedAt(action.open, placeOf);
  const form = action.form && fieldsAt(action.form, area, placeOf);
  return { ...action, ...(open === undefined ? {} : { open }), ...(form ? { form } : {}) };
}

function drillAt<D extends Drill | null>(drill: D, placeOf: PlaceOf): D {
  if (!drill) return drill;
  const { path } = drill;
  return {
    ...drill,
    path:
      typeof path === 'string'
        ? placeOf(path)
        : (row: Record<string, unknown>) => {
            const to = path(row);
            return to === undefined ? undefined : placeOf(to);
          },
  };
}

/** The page with these of its fields alone: every list of keys loses the others. */
export function withFields(page: AnyPage, fields: Fields): AnyPage {
  const has = (key: string) => key in fields || !(key in page.fields);
  const keys = <K extends string>(some: readonly K[]): K[] => some.filter(has);
  const { list, form, report } = page;
  const seen: AnyPage = { ...page, fields };
  if (list)
    seen.list = {
      ...list,
      columns: keys(list.columns),
      ...(list.search && {
        search: list.search
          .map((s) => (typeof s === 'string' || !s.keys ? s : { ...s, keys: keys(s.keys) }))
          .filter((s) => has(typeof s === 'string' ? s : s.key)),
      }),
      ...(list.important && { important: keys(list.important) }),
      ...(list.totals && { totals: keys(list.totals) }),
      ...(list.detail && { detail: keys(list.detail) }),
    };
  if (form)
    seen.form = {
      ...form,
      sections: form.sections.map((section) => ({ ...section, fields: keys(section.fields) })),
    };
  if (page.import) seen.import = { ...page.import, fields: keys(page.import.fields) };
  if (report?.identities)
    seen.report = { ...report, identities: report.identities.filter((one) => keysOf(one).every(has)) };
  return seen;
}

/** The page at `path`: fields and buttons with `only` elsewhere are gone, refs know where to ask, links stay in the area. */
export function pageAt(page: AnyPage, path: string, placeOf: PlaceOf = (target) => target): AnyPage {
  const area = areaOf(path);
  const seen = withFields(page, fieldsAt(page.fields, area, placeOf));
  const button = <B extends string | Action>(one: B): B =>
    typeof one === 'string' ? one : (actionAt(one, area, placeOf) as B);
  const here = (one: string | Action) => typeof one === 'string' || !one.only || one.only.includes(area);
  const { list, form, report } = seen;
  if (list)
    seen.list = {
      ...list,
      ...(list.row && { row: list.row.filter(here).map(button) }),
      ...(list.tools && { tools: list.tools.filter(here).map(button) }),
      ...(list.drills && {
        drills: Object.fromEntries(
          Object.entries(list.drills).flatMap(([key, drill]) => (drill ? [[key, drillAt(drill, placeOf)]] : [])),
        ),
      }),
      ...(list.related && { related: list.related.map((one) => ({ ...one, path: placeOf(one.path) })) }),
    };
  if (form?.opens) seen.form = { ...form, opens: openedAt(form.opens, placeOf) };
  if (report?.drill) {
    const { columns, ...whole } = report.drill;
    const own = Object.entries(columns ?? {}).map(([key, drill]) => [key, drill && drillAt(drill, placeOf)]);
    seen.report = {
      ...report,
      drill: { ...drillAt(whole, placeOf), ...(columns && { columns: Object.fromEntries(own) }) },
    };
  }
  return seen;
}

const asksToSee = (fields: Fields): boolean =>
  Object.values(fields).some((field) => field.sees !== undefined || (field.lines && asksToSee(field.lines.fields)));

function seenFields(fields: Fields, sees: (verb: string) => boolean): Fields {
  const kept = Object.entries(fields).filter(([, field]) => field.sees === undefined || sees(field.sees));
  return Object.fromEntries(
    kept.map(([key, field]) => [
      key,
      field.lines ? { ...field, lines: { ...field.lines, fields: seenFields(field.lines.fields, sees) } } : field,
    ]),
  );
}

/** The page as an account sees that may do what `sees` says: the same object where nothing of it is hidden. */
export function seenPage(page: AnyPage, sees: (verb: string) => boolean): AnyPage {
  if (!asksToSee(page.fields)) return page;
  const asked = new Map<string, boolean>();
  const may = (verb: string) => {
    if (!asked.has(verb)) asked.set(verb, sees(verb));
    return asked.get(verb)!;
  };
  const fields = seenFields(page.fields, may);
  return [...asked.values()].every(Boolean) ? page : withFields(page, fields);
}

/** A record, rows or sums without what `page` hides of `whole`; cells of `lines` too. */
export function withoutHidden<R extends Readonly<Record<string, unknown>>>(whole: AnyPage, page: AnyPage, row: R): R {
  const shown: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) {
    if (key in whole.fields && !(key in page.fields)) continue;
    const before = whole.fields[key]?.lines?.fields;
    const cells = page.fields[key]?.lines?.fields;
    shown[key] =
      before && cells && Array.isArray(value)
        ? value.map((line: Record<string, unknown>) =>
            Object.fromEntries(Object.entries(line).filter(([cell]) => !(cell in before) || cell in cells)),
          )
        : value;
  }
  return shown as R;
}
