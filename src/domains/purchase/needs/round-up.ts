/** Whole packs, and no less than the supplier delivers: rounded up once, after everything was added up. */
export function roundUp(shortQty: number, unitSize: number, minMilli: number): number {
  const packs = Math.ceil(shortQty / unitSize);
  return Math.max(packs, Math.ceil(minMilli / 1_000)) * unitSize;
}
