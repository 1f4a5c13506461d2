/** Tells a database that cannot be reached, or cannot write, from a fault of ours: the caller may ask again later. */

/** Node's words for a connection that was refused, cut or never answered. */
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'ENOENT']);
/** PostgreSQL's: connection lost (08), shutting down or starting (57P), no room for connections or on disk (53), read only. */
const states = /^(08...|57P0[1-4]|53[0-4]00|25006)$/;
/** What the driver says without a code. */
const words =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after/;

/** Whether an error, or what caused it, is the database being away. */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, cause, syscall } = error as {
    code?: string;
    message?: string;
    cause?: unknown;
    syscall?: string;
  };
  if (code && states.test(code)) return true;
  if (code && network.has(code) && (syscall === undefined || /connect|read|write|getaddrinfo/.test(syscall)))
    return true;
  return (message !== undefined && words.test(message)) || isDatabaseAway(cause);
}
