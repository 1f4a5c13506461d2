/** Where a tab is: a path and a flat query of texts. Pages read it from their tab, never from the window. */

export type Query = Readonly<Record<string, string>>;

export interface Location {
  path: string;
  query: Query;
}

/** A path with its query string, or the two apart; lists and objects in a query travel as JSON. */
export type LocationInput = string | { path: string; query?: Readonly<Record<string, unknown>> };

function queryText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Normal form of a location: no trailing slash, empty values dropped. */
export function toLocation(input: LocationInput): Location {
  const query: Record<string, string> = {};
  let path: string;
  if (typeof input === 'string') {
    const at = input.indexOf('?');
    path = at < 0 ? input : input.slice(0, at);
    const search = at < 0 ? '' : input.slice(at + 1).replace(/#.*$/, '');
    for (const [key, value] of new URLSearchParams(search)) if (value !== '') query[key] = value;
  } else {
    path = input.path;
    for (const [key, value] of Object.entries(input.query ?? {})) {
      const text = queryText(value);
      if (text !== undefined) query[key] = text;
    }
  }
  path = path.replace(/#.*$/, '');
  return { path: path.length > 1 ? path.replace(/\/+$/, '') : path, query };
}

/** Path plus query string; keys sorted, so that equal locations have equal texts. */
export function locationText(location: Location): string {
  const keys = Object.keys(location.query).sort();
  if (keys.length === 0) return location.path;
  const params = new URLSearchParams();
  for (const key of keys) params.set(key, location.query[key] ?? '');
  return `${location.path}?${params.toString()}`;
}
