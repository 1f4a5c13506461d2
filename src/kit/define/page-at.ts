/** A page as one of its places sees it. Both sides read definitions through this: what an area has not, it does not get. */
import { choicesAt, entityOf } from './entity.ts';
import type { Field, Fields, LinesSpec } from './field.ts';
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
    path: typeof path === 'string' ? placeOf(path) : (row: Record<string, unknown>) => placeOf(path(row)),
  };
}

/** The page at `path`: fields and buttons with `only` elsewhere are gone, refs know where to ask, links stay in the area. */
export function pageAt(page: AnyPage, path: string, placeOf: PlaceOf = (target) => target): AnyPage {
  const area = areaOf(path);
  const fields = fieldsAt(page.fields, area, placeOf);
  const has = (key: string) => key in fields || !(key in page.fields);
  const keys = <K extends string>(list: readonly K[]): K[] => list.filter(has);
  const button = <B extends string | Action>(one: B): B =>
    typeof one === 'string' ? one : (actionAt(one, area, placeOf) as B);
  const here = (one: string | Action) => typeof one === 'string' || !one.only || one.only.includes(area);
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
      ...(list.totals && { totals: keys(list.totals) }),
      ...(list.detail && { detail: keys(list.detail) }),
      ...(list.row && { row: list.row.filter(here).map(button) }),
      ...(list.tools && { tools: list.tools.filter(here).map(button) }),
      ...(list.drills && {
        drills: Object.fromEntries(
          Object.entries(list.drills).flatMap(([key, drill]) => (drill ? [[key, drillAt(drill, placeOf)]] : [])),
        ),
      }),
      ...(list.related && { related: list.related.map((one) => ({ ...one, path: placeOf(one.path) })) }),
    };
  if (form)
    seen.form = {
      ...form,
      sections: form.sections.map((section) => ({ ...section, fields: keys(section.fields) })),
      ...(form.opens && { opens: openedAt(form.opens, placeOf) }),
    };
  if (page.import) seen.import = { ...page.import, fields: keys(page.import.fields) };
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
