/** Runs work over items with at most `most` at once; the first failure stops it. */
export async function inParallel<T>(
  items: readonly T[],
  most: number,
  work: (item: T, index: number) => Promise<void>,
) {
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      try {
        await work(items[index]!, index);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
}
