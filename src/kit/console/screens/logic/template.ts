/** Fills `{key}` in the texts and locations of a definition. */

/** Replaces every `{key}` by what `read` says; an unknown key becomes nothing. */
export function fill(template: string, read: (key: string) => string | number | null | undefined): string {
  return template.replace(/\{(\w+)\}/g, (_, key: string) => String(read(key) ?? ''));
}

/** Replaces `{key}` in a location, each value encoded. */
export function fillLocation(template: string, row: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(row[key] ?? '')));
}

/** A button's words with what it comes to: 退回 15.00 元. */
export const withAmount = (words: string, amount: string | undefined): string =>
  amount === undefined ? words : `${words} ${amount}`;

/** What stands for the fields of a row in a question about several. */
const several = '所选记录';

/**
 * The question as it is asked about several rows: what names the row in a clause, from its first field to its last with the
 * brackets around them, is one word.
 */
export const fillSeveral = (template: string): string =>
  template.replace(/[「（]?\{\w+\}(?:[^{}，。；？]*\{\w+\})*[」）]?/g, several);
