/** A request in the plainest form, read from one piece of what a connection sent. */

export interface PlainRequest {
  /** Path with its query, as it was sent. */
  url: string;
  /** By names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** A request line and headers of printable ASCII, nothing folded, nothing before a colon but a plain name. */
const plainHead = /^POST (\/[!-~]*) HTTP\/1\.1((?:\r\n[A-Za-z0-9-]+: ?[ -~]*)+)$/;
const headEnd = '\r\n\r\n';
/** Each changes how long the body is, or what is done before or after it. */
const needsThought = ['transfer-encoding', 'expect', 'upgrade', 'trailer'];

/**
 * The request that `piece` is: a whole POST with its body, nothing behind it and nothing in its head that needs a second
 * thought. Undefined for any other bytes, which an HTTP parser may still find to be a good request.
 */
export function readPlain(piece: Buffer): PlainRequest | undefined {
  const end = piece.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = plainHead.exec(piece.toString('latin1', 0, end));
  if (!head) return undefined;
  const headers: Record<string, string> = Object.create(null);
  for (const line of head[2]!.slice(2).split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (name in headers) return undefined;
    headers[name] = line.slice(colon + 1).trim();
  }
  const length = headers['content-length'];
  const body = piece.subarray(end + headEnd.length);
  if (length === undefined || !/^\d{1,7}$/.test(length) || Number(length) !== body.length) return undefined;
  if (headers.host === undefined || needsThought.some((name) => name in headers)) return undefined;
  if (headers.connection !== undefined && headers.connection.toLowerCase() !== 'keep-alive') return undefined;
  return { url: head[1]!, headers, body };
}
