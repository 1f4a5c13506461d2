/** What the palette finds beside pages: people by name, number or card, trades by their number. */
import { formatFenGrouped } from '../../kit/define/fen.ts';
import { maskText } from '../../kit/server/audit/mask.ts';
import { personOrGuest, searchPeople } from '../people/public.server.ts';
import type { Searcher } from '../shell/public.server.ts';
import { openPath } from './palette.ts';

/** Each opens in the list of people the session has. */
export const findPersons: Searcher = async (ctx, keyword) => {
  const path = openPath(ctx, ['/admin/organization/user', '/admin/contractor/user']);
  if (!path) return [];
  const people = await searchPeople(ctx.db, keyword);
  // Above the organization a hit says no more than its list does: the list is asked what was typed.
  const masked = ctx.session.unitType !== 'ORGANIZATION';
  return people.map(({ name, hint }) => ({
    kind: 'person',
    title: masked ? maskText('name', name) : name,
    hint,
    path: `${path}?keyword=${encodeURIComponent(masked ? keyword : name)}`,
  }));
};

/** A trade by its whole number, opened as the lines of its person on that day. */
export const findTrade: Searcher = async (ctx, keyword) => {
  const id = /^\d{4,16}$/.test(keyword) ? Number(keyword) : 0;
  const path = openPath(ctx, ['/admin/organization/consume_detail']);
  if (!path || !Number.isSafeInteger(id) || id === 0) return [];
  const trade = await ctx.db
    .selectFrom('trade as t')
    .leftJoin('person as p', (join) =>
      join.onRef('p.organization_id', '=', 't.organization_id').onRef('p.id', '=', 't.person_id'),
    )
    .select([
      't.id',
      't.person_id as personId',
      't.business_date as day',
      't.amount_fen as amountFen',
      't.occurred_at as at',
      personOrGuest.as('name'),
    ])
    .where('t.id', '=', id)
    .executeTakeFirst();
  if (!trade) return [];
  const query = new URLSearchParams({
    businessDate: `${trade.day},${trade.day}`,
    // A walk-in has no name to look for.
    keyword: trade.personId === 0 ? String(trade.id) : trade.name,
  });
  return [
    {
      kind: 'trade',
      title: `交易 ${trade.id}`,
      hint: `${trade.name} · ${formatFenGrouped(trade.amountFen)} 元 · ${trade.at.slice(0, 16).replace('T', ' ')}`,
      path: `${path}?${query}`,
    },
  ];
};
