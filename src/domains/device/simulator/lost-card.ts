/** Makes sure that one card is lost while the lunch is played: where none is, one is reported lost and found again. */
import type { Clerk } from './console-calls.ts';

const people = '/admin/organization/user';

interface Listed {
  rows: { id: number }[];
}

/** Runs `play` with at least one lost card on the list; a loss reported for it is lifted afterwards, come what may. */
export async function withLostCard<T>(organization: Clerk, play: () => Promise<T>): Promise<T> {
  const first = async (cardStatus: string) =>
    (await organization.call<Listed>(people, 'query', { size: 1, search: { cardStatus, status: 'NORMAL' } })).rows[0];
  const loser = (await first('LOST')) ? undefined : await first('NORMAL');
  if (!loser) return play();
  await organization.call(people, 'reportLoss', { ids: [loser.id] });
  try {
    return await play();
  } finally {
    await organization.call(people, 'liftLoss', { ids: [loser.id] });
  }
}
