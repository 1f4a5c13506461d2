/** Headers that tell a browser what pages of this server may do. */

const same = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(self), payment=()',
};

/** A year, as browsers ask for; sent over HTTPS alone, where it means something. */
export const strictTransport = 'max-age=31536000; includeSubDomains';

/** An answer of the API is data: it loads nothing, wherever somebody opens it. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...same,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

export interface PageSources {
  /** Where pictures lie besides this server; empty for here alone. */
  imageHost: string;
  /** A map key is set: the map service's scripts, tiles and answers are let in. */
  maps: boolean;
}

/**
 * Headers of the console's own files. Styles are set by the component library at run time, so inline ones are let in;
 * scripts are not.
 */
export function pageHeaders({ imageHost, maps }: PageSources): Readonly<Record<string, string>> {
  // The map service builds its drawing code at run time.
  const map = maps ? ' https://*.amap.com https://*.autonavi.com' : '';
  const images = imageHost ? ` ${imageHost}` : '';
  return {
    ...same,
    'content-security-policy': [
      "default-src 'self'",
      `script-src 'self'${map}${maps ? " 'unsafe-eval'" : ''}`,
      "style-src 'self' 'unsafe-inline'",
      `img-src 'self' data: blob:${images}${map}`,
      `media-src 'self' blob:${images}`,
      "font-src 'self' data:",
      // The helper program beside a till printer answers on the clerk's own machine (see operating.md).
      `connect-src 'self' http://localhost:* http://127.0.0.1:*${map}`,
      `worker-src 'self' blob:`,
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'self'",
    ].join('; '),
  };
}

/** Headers of the pages that need no session: nothing but the server's own files, in nobody's frame, in no search engine. */
export const openHeaders: Readonly<Record<string, string>> = {
  ...same,
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Pictures and films are fetched with the page's code and shown from memory.
    "img-src 'self' data: blob:",
    'media-src blob:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};
