/**
 * A small XML tokenizer for sheet parts: text comes in chunks, tags and text go out by callback.
 * It knows no DTD and resolves no external entity; prefixes are dropped (`x:row` is `row`).
 */
export interface XmlHandler {
  /** `attributes` is the raw text behind the name; read it with `attribute`. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** Raw text: references are not resolved yet. May come in several pieces. */
  text(raw: string): void;
}

const maxTagLength = 1_000_000;

/** Value of an attribute in the raw text of a tag, still escaped; undefined when absent. */
export function attribute(attributes: string, name: string): string | undefined {
  let from = 0;
  for (;;) {
    const at = attributes.indexOf(name, from);
    if (at < 0) return undefined;
    from = at + name.length;
    const before = attributes.charCodeAt(at - 1);
    // starts the text, or follows white space or a prefix's colon
    if (at > 0 && before > 32 && before !== 58) continue;
    const equals = /\s*=\s*(["'])/y;
    equals.lastIndex = from;
    const quote = equals.exec(attributes);
    if (!quote) continue;
    const end = attributes.indexOf(quote[1]!, equals.lastIndex);
    return end < 0 ? undefined : attributes.slice(equals.lastIndex, end);
  }
}

const localName = (tag: string): string => {
  const colon = tag.indexOf(':');
  return colon < 0 ? tag : tag.slice(colon + 1);
};

/** Where a tag ends that starts at `from`: quotes may hide a `>`. -1 when it is not complete yet. */
function tagEnd(text: string, from: number): number {
  let end = text.indexOf('>', from);
  const quote = text.indexOf('"', from);
  if (end < 0 || quote < 0 || quote > end) return end;
  let open = 0;
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (open !== 0) {
      if (code === open) open = 0;
    } else if (code === 34 || code === 39) open = code;
    else if (code === 62) {
      end = i;
      return end;
    }
  }
  return -1;
}

/** A tokenizer: `push` each chunk of text, then `end`. Throws on a tag longer than a megabyte. */
export function xmlTokens(handler: XmlHandler): { push(chunk: string): void } {
  let rest = '';

  /** Handles the markup at `at`; returns where to go on, or -1 to wait for more text. */
  const markup = (text: string, at: number): number => {
    const next = text.charCodeAt(at + 1);
    if (next === 33) {
      if (text.startsWith('<!--', at)) {
        const end = text.indexOf('-->', at + 4);
        return end < 0 ? -1 : end + 3;
      }
      if (text.startsWith('<![CDATA[', at)) {
        const end = text.indexOf(']]>', at + 9);
        if (end < 0) return -1;
        handler.text(text.slice(at + 9, end).replace(/&/g, '&amp;'));
        return end + 3;
      }
      if (text.length - at < 9) return -1;
    }
    const end = tagEnd(text, at + 1);
    if (end < 0) return -1;
    if (next === 63 || next === 33) return end + 1;
    if (next === 47) {
      handler.close(localName(text.slice(at + 2, end).trimEnd()));
      return end + 1;
    }
    const selfClosed = text.charCodeAt(end - 1) === 47;
    const stop = selfClosed ? end - 1 : end;
    let nameEnd = at + 1;
    while (nameEnd < stop && text.charCodeAt(nameEnd) > 32) nameEnd += 1;
    const name = localName(text.slice(at + 1, nameEnd));
    handler.open(name, nameEnd < stop ? text.slice(nameEnd + 1, stop) : '');
    if (selfClosed) handler.close(name);
    return end + 1;
  };

  return {
    push(chunk) {
      const text = rest === '' ? chunk : rest + chunk;
      let at = 0;
      for (;;) {
        const tag = text.indexOf('<', at);
        if (tag < 0) {
          // a reference such as &amp; may be cut at the end of the chunk
          const cut = text.lastIndexOf('&');
          const end = cut >= at && text.length - cut < 12 && !text.includes(';', cut) ? cut : text.length;
          if (end > at) handler.text(text.slice(at, end));
          at = end;
          break;
        }
        if (tag > at) handler.text(text.slice(at, tag));
        const next = markup(text, tag);
        if (next < 0) {
          at = tag;
          break;
        }
        at = next;
      }
      rest = text.slice(at);
      if (rest.length > maxTagLength) throw new Error('an XML tag does not end');
    },
  };
}
