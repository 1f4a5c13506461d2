/** Who is meant by coupons: who comes, or who has stayed away. */
export const audiences = [
  { value: 'EATING', label: '近 30 天来用过餐的' },
  { value: 'AWAY', label: '近 90 天来过、最近 14 天没来的' },
] as const;
