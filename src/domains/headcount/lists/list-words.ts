/** The two lists of reporting meals, in words. */
export const listKinds = [
  { value: 'WHITE', label: '免扣', tone: 'success' },
  { value: 'BLACK', label: '停报', tone: 'danger' },
] as const;
export type ListKind = (typeof listKinds)[number]['value'];

export const listWord = (kind: ListKind): string => listKinds.find((one) => one.value === kind)!.label;
