/** Where signing in leads. */

/** Where to go after signing in: the page asked for before, never outside the console. */
export function destination(search: string): string {
  const from = new URLSearchParams(search).get('from');
  return from?.startsWith('/admin/') ? from : '/admin';
}
