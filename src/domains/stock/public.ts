/** What both sides of other domains use of stock. */

// Words of goods.
export type { GoodsCategory } from './goods/goods-words.ts';
