/** Breaks as a clerk can read them: which person's which account or trade. */

import type { Db } from '../../../kit/server/context.ts';
import { personOrWalkIn } from '../../people/public.server.ts';
import { type Break, purseNames } from '../../wallet/public.server.ts';
import type { BreakShown } from '../closing-state.ts';
import { foundInWords } from './found-words.ts';

/** Breaks named with their people; the rest keep their number. */
const mostNamed = 100;

const idOf = (subject: string, what: string): number | undefined => {
  const found = new RegExp(`^${what} (\\d+)`).exec(subject)?.[1];
  return found === undefined ? undefined : Number(found);
};
const ids = (breaks: readonly Break[], ...what: string[]) =>
  breaks.flatMap((b) => what.map((w) => idOf(b.subject, w))).filter((id): id is number => id !== undefined);

interface Named {
  id: number;
  name: string;
  jobNumber: string | null;
}
const nameOf = ({ name, jobNumber }: Named) => (jobNumber ? `${name}（${jobNumber}）` : name);

/** In the order given. `db` sees the whole organization. */
export async function breaksInWords(db: Db, breaks: readonly Break[]): Promise<BreakShown[]> {
  const some = breaks.slice(0, mostNamed);
  const walletIds = ids(some, 'wallet', 'lot');
  const wallets = walletIds.length
    ? await db
        .selectFrom('wallet as w')
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'w.organization_id').onRef('p.id', '=', 'w.person_id'),
        )
        .select(['w.id', 'w.kind', 'p.name', 'p.job_number as jobNumber'])
        .where('w.id', 'in', walletIds)
        .execute()
    : [];
  const postingIds = ids(some, 'posting', 'trade');
  const postings = postingIds.length
    ? await db
        .selectFrom('posting as g')
        .leftJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'g.organization_id').onRef('p.id', '=', 'g.person_id'),
        )
        .select(['g.id', 'g.business_date as day', personOrWalkIn.as('name'), 'p.job_number as jobNumber'])
        .where('g.id', 'in', postingIds)
        .execute()
    : [];
  const byWallet = new Map(wallets.map((w) => [w.id, w]));
  const byPosting = new Map(postings.map((g) => [g.id, g]));
  return breaks.map(({ subject, found: raw }) => {
    const wallet = byWallet.get(idOf(subject, 'wallet') ?? idOf(subject, 'lot') ?? 0);
    const found = foundInWords(raw, wallet?.kind === 'COUNT');
    if (wallet) return { subject: `${nameOf(wallet)} 的${purseNames[wallet.kind]} ${wallet.id}`, found };
    const posting = byPosting.get(idOf(subject, 'posting') ?? idOf(subject, 'trade') ?? 0);
    if (posting) return { subject: `${nameOf(posting)} ${posting.day} 的业务 ${posting.id}`, found };
    return { subject: words(subject), found };
  });
}

/** The technical subject with its first word translated. */
function words(subject: string): string {
  const known: Readonly<Record<string, string>> = {
    wallet: '账户',
    posting: '业务',
    trade: '交易',
    key: '请求编号',
    seal: '封存日',
    period: '月结',
    person: '人员',
    lot: '补贴',
    rollup_consume_place: '消费汇总（地点）',
    rollup_consume_people: '消费汇总（人员）',
    rollup_account_day: '账户日汇总',
    rollup_operator_day: '操作员日汇总',
    past_day: '往日汇总',
    past_month: '往月汇总',
    past_caterer: '往日汇总（承包商）',
    past_caterers: '往日汇总（承包商，各单位合计）',
  };
  const [head = '', ...rest] = subject.split(' ');
  return [known[head] ?? head, ...rest].join(' ');
}
