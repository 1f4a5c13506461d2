/** An id as callers send it. */

/** A positive safe integer, or its decimal text; undefined for anything else. */
export function readId(sent: unknown): number | undefined {
  const id = typeof sent === 'string' && /^\d{1,16}$/.test(sent) ? Number(sent) : sent;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
