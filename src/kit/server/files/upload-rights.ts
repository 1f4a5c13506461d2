/** Who may upload what for: the right to a form, an action or an import that asks for such a file. */
import type { Fields } from '../../define/field.ts';
import { formKeys } from '../../define/form.ts';
import type { AnyPage } from '../../define/page.ts';
import type { Session } from '../context.ts';
import { may } from '../page/grants.ts';
import type { Registry } from '../page/registry.ts';
import type { Purpose } from './upload-rules.ts';

/** What the fields of a form ask to be uploaded; a table for a batch comes in a file field and is read like an import. */
function askedIn(fields: Fields, keys: readonly string[]): Purpose[] {
  const asked = keys.flatMap((key) => [fields[key], ...Object.values(fields[key]?.lines?.fields ?? {})]);
  const kinds = new Set(asked.map((field) => field?.kind));
  return [
    ...(asked.some((field) => field?.kind === 'image' && !field.purpose) ? (['image'] as const) : []),
    ...(['face', 'signature', 'public', 'video', 'app'] as const).filter((purpose) =>
      asked.some((field) => field?.purpose === purpose),
    ),
    // Rows are read out of tables.
    ...(kinds.has('lines') ? (['import'] as const) : []),
    // Films and programs only where a field asks for them by name.
    ...(kinds.has('file') ? (['attachment', 'import', 'bill'] as const) : []),
  ];
}

/** Verb → purposes of the page's forms, actions and import. */
function purposesOf(page: AnyPage): Map<string, Set<Purpose>> {
  const found = new Map<string, Set<Purpose>>();
  const add = (verb: string, purposes: readonly Purpose[]) => {
    const set = found.get(verb) ?? new Set();
    for (const purpose of purposes) set.add(purpose);
    found.set(verb, set);
  };
  const form = askedIn(page.fields, formKeys(page));
  for (const verb of ['create', 'update']) add(verb, form);
  for (const action of [...(page.list?.row ?? []), ...(page.list?.tools ?? [])])
    if (typeof action !== 'string' && action.form) add(action.key, askedIn(action.form, Object.keys(action.form)));
  // A view of its own asks for files under the page's further verbs.
  for (const verb of Object.keys(page.verbs ?? {})) add(verb, askedIn(page.fields, Object.keys(page.fields)));
  if (page.import) add('import', ['import']);
  return found;
}

const known = new WeakMap<AnyPage, Map<string, Set<Purpose>>>();

/** Whether the session is granted any form, action or import that takes a file of this purpose. */
export function mayUpload(registry: Registry, session: Session, purpose: Purpose): boolean {
  return registry.all.some(({ page, path }) => {
    const purposes = known.get(page) ?? purposesOf(page);
    known.set(page, purposes);
    return [...purposes].some(([verb, set]) => set.has(purpose) && may(session, page, path, verb));
  });
}
