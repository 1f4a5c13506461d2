/** ONLINE_IN and ONLINE_OUT: 备付 follows what diners paid in over the channels and what went back to them. */
import type { Services } from '../../../kit/server/context.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { postBucket } from '../ledger/post-bucket.ts';
import { onlineOpen } from './online-money.ts';

type Tools = Pick<Services, 'pool' | 'clock' | 'ids'>;

/** The outside account of a merchant number at a channel. */
export const channelAccount = (channel: string, merchantNo: string) => `channel:${channel.toLowerCase()}:${merchantNo}`;

/** Posts what is missing of one kind since the business day `from`; answers how many postings. */
export async function postOnline(
  tools: Tools,
  organizationId: number,
  from: string,
  which: 'ONLINE_IN' | 'ONLINE_OUT',
): Promise<number> {
  const open = (await onlineOpen(tools.pool, organizationId, from)).filter(({ kind }) => kind === which);
  for (const { kind, date, channel, merchantNo, wantFen } of open)
    await inTransaction(tools.pool, async (tx) => {
      const bucket = { organizationId, date, kind, contractId: 0, contractorId: 0, channel, merchantNo };
      const id = await postBucket(tools, tx, bucket, [
        { account: channelAccount(channel, merchantNo), amountFen: -wantFen },
        { unitType: 'ORGANIZATION', unitId: organizationId, purse: 'FLOAT', amountFen: wantFen },
      ]);
      if (isRefusal(id)) throw new Error(`${kind} of ${organizationId} on ${date}: ${id.code}`);
    });
  return open.length;
}
