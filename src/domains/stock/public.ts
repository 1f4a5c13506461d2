/** What both sides of other domains use of stock. */

// Words of goods.
export { type GoodsCategory, goodsCategories } from './goods/goods-words.ts';
export { qtyWords } from './goods/quantity.ts';

// Scale labels carry the check digit of barcodes.
export { checkDigit } from './goods/barcode.ts';
