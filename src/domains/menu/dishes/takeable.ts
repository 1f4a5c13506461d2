/** What a newer library version may bring along, each by choice. */
export const takeable = [
  { value: 'recipe', label: '配料' },
  { value: 'method', label: '做法' },
  { value: 'mayContain', label: '可能含有' },
  { value: 'type', label: '分类' },
  { value: 'image', label: '图片' },
  { value: 'spicy', label: '辣度' },
] as const;
export type Takeable = (typeof takeable)[number]['value'];
