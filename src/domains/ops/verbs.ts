/** What the palette does straight away: «充值 张三 200» opens the counter with the person and the amount. */
import { formatFenGrouped } from '../../kit/define/fen.ts';
import type { Ctx } from '../../kit/server/context.ts';
import { searchPeople } from '../people/public.server.ts';
import type { Hit, Searcher } from '../shell/public.server.ts';
import { openPath } from './palette.ts';

/** The word, the page it opens, and whether an amount goes with it. */
const verbs: Readonly<Record<string, { page: string; form?: true; amount?: true }>> = {
  充值: { page: '/admin/organization/recharge/counter', amount: true },
  存款: { page: '/admin/organization/deposit', form: true, amount: true },
  取款: { page: '/admin/organization/cash_out_detail', form: true, amount: true },
  退款: { page: '/admin/organization/refund', form: true, amount: true },
  流水: { page: '/admin/organization/account_statement/detail' },
};
const said = /^(\p{Script=Han}{2})\s*(\S.*?)(?:\s+(\d{1,6}(?:\.\d{1,2})?)\s*元?)?$/u;
const most = 5;

/** Yuan as typed, in fen. */
const fenOf = (yuan: string) => Math.round(Number(yuan) * 100);

export const findVerb: Searcher = async (ctx: Ctx, keyword): Promise<Hit[]> => {
  const [, word = '', who = '', yuan] = said.exec(keyword) ?? [];
  const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined;
  const page = verb && openPath(ctx, [verb.page]);
  if (!page || who === '') return [];
  const amountFen = verb.amount && yuan !== undefined ? fenOf(yuan) : undefined;
  const people = await searchPeople(ctx.db, who, most);
  return people.map(({ id, name, hint }) => {
    const query = new URLSearchParams({
      personId: String(id),
      ...(amountFen ? { amountFen: String(amountFen) } : {}),
      ...(verb.form || verb.amount ? {} : { businessDate: '*' }),
    });
    return {
      kind: 'verb',
      title: [word, name, ...(amountFen ? [`${formatFenGrouped(amountFen)} 元`] : [])].join(' '),
      hint,
      path: `${page}${verb.form ? '/form' : ''}?${query}`,
    };
  });
};
