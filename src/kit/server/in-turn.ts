/**
 * Runs every step in its turn, also the steps after one that failed: what was opened last is closed first, whatever the others do.
 * @throws the first failure, when all are done.
 */
export async function inTurn(steps: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps)
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}
