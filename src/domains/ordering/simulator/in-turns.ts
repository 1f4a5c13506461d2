/** Works a list with so many at a time; the answers keep its order. */
export async function inTurns<T, R>(
  list: readonly T[],
  atOnce: number,
  work: (one: T, at: number) => Promise<R>,
): Promise<R[]> {
  const answers = new Array<R>(list.length);
  let next = 0;
  const worker = async () => {
    while (next < list.length) {
      const at = next;
      next += 1;
      answers[at] = await work(list[at]!, at);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, list.length) }, worker));
  return answers;
}
