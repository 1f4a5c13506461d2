/** Does a search ask by this value? A blank does not, nor does a list or a range without anything in it. */
export const isAsked = (value: unknown): boolean =>
  [value].flat().some((one) => one !== null && one !== undefined && one !== '');
