/** Who takes bills: somebody who drops a file, or the house with what it fetched. */
import type { Ctx } from '../../../kit/server/context.ts';

export type Taking = Pick<Ctx, 'services' | 'db' | 'ids' | 'clock'> & {
  session: Pick<Ctx['session'], 'accountId' | 'name'>;
};
