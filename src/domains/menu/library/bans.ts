/** What schools may not serve (学校食品安全与营养健康管理规定); rules are data with dates. */
export interface Ban {
  code: string;
  label: string;
  target: 'DISH' | 'STUFF';
  /** Words in the name that tell it where nothing else does. */
  words: readonly string[];
  fromDate: string;
  source: string;
}

const source = '学校食品安全与营养健康管理规定（教育部等三部门令第45号）第三十六条';
const ban = (code: string, target: Ban['target'], label: string, words: readonly string[] = []): Ban => ({
  code,
  label,
  target,
  words,
  fromDate: '2019-04-01',
  source,
});

export const bans: readonly Ban[] = [
  ban('COLD', 'DISH', '冷荤类食品'),
  ban('RAW', 'DISH', '生食类食品'),
  ban('CREAM', 'DISH', '裱花蛋糕'),
  ban('GREEN_BEAN', 'STUFF', '四季豆', ['四季豆']),
  ban('DAYLILY', 'STUFF', '鲜黄花菜', ['鲜黄花菜']),
  ban('WILD_MUSHROOM', 'STUFF', '野生蘑菇', ['野生菌', '野生蘑菇', '野蘑菇']),
  ban('SPROUTED_POTATO', 'STUFF', '发芽土豆', ['发芽土豆', '发芽马铃薯']),
];

export const dishRisks = [
  { value: 'COLD', label: '冷荤凉菜' },
  { value: 'RAW', label: '生食' },
  { value: 'CREAM', label: '裱花蛋糕' },
] as const;
export const stuffRisks = [
  { value: 'GREEN_BEAN', label: '四季豆' },
  { value: 'DAYLILY', label: '鲜黄花菜' },
  { value: 'WILD_MUSHROOM', label: '野生菌' },
  { value: 'SPROUTED_POTATO', label: '发芽土豆' },
] as const;

/** Classes of dishes the library starts with, parents first. */
export const dishTypes: readonly { name: string; parent?: string; risk?: 'COLD' | 'RAW' | 'CREAM' }[] = [
  { name: '主食' },
  { name: '热菜' },
  { name: '大荤', parent: '热菜' },
  { name: '小荤', parent: '热菜' },
  { name: '素菜', parent: '热菜' },
  { name: '汤羹' },
  { name: '粥' },
  { name: '面点' },
  { name: '水果' },
  { name: '奶与饮品' },
  { name: '凉拌素菜', risk: 'COLD' },
  { name: '冷荤', risk: 'COLD' },
  { name: '生食', risk: 'RAW' },
  { name: '裱花蛋糕', risk: 'CREAM' },
];
