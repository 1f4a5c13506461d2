/** Quantities: whole base units, typed in any unit of the goods. Pure, both sides. */
import { labelIn } from '../../../kit/define/states.ts';
import { type BaseUnit, baseUnits, mostQty } from './goods-words.ts';

/** Base units of `typedMilli` thousandths of a unit of `size` base units; undefined where they are no whole ones. */
export function baseQty(typedMilli: number, size: number): number | undefined {
  const product = BigInt(typedMilli) * BigInt(size);
  if (product <= 0n || product % 1_000n !== 0n) return undefined;
  const qty = product / 1_000n;
  return qty <= BigInt(mostQty) ? Number(qty) : undefined;
}

/** Whole base units of what is typed in units of `size`, none included; undefined where it comes to no whole number of them. */
export function wholeUnits(typed: number, size: number): number | undefined {
  const product = BigInt(toMilli(typed)) * BigInt(size);
  return product % 1_000n === 0n ? Number(product / 1_000n) : undefined;
}

/** Why a quantity is not taken that comes to a part of a base unit. */
export const notWhole = '折合不到整克、整毫升或整个，请改填';

/** 12.5 千克, 750 毫升, 24 个: as the database's `stock_qty` says it. */
export function qtyWords(qty: number, unit: BaseUnit): string {
  if (unit === 'PIECE') return `${qty} 个`;
  if (Math.abs(qty) < 1_000 && qty !== 0) return `${qty} ${labelIn(baseUnits, unit)}`;
  return `${qty / 1_000} ${unit === 'G' ? '千克' : '升'}`;
}

/** Typed quantities travel with three decimals; `12.5` is 12500 thousandths. */
export const toMilli = (typed: number): number => Math.round(typed * 1_000);
