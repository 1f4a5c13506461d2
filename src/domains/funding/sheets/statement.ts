/** 对账单: opening, what came in and went out by kind, closing, per purse. */
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import { departmentsSearched } from '../../people/public.server.ts';
import { purseAccounts, statementColumn, statementColumns } from './account-words.ts';
import { type MovementFilter, movements, netByAccount } from './movements.ts';

const asArray = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined || value === '' ? [] : [value];

/** One row per purse; the closing balance is read by itself, from the movements up to the last day. */
export async function statement(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const [from, to] = (Array.isArray(search.businessDate) ? search.businessDate : [null, null]) as [
    string | null,
    string | null,
  ];
  const wanted = asArray(search.account) as string[];
  const accounts = purseAccounts.map((p) => p.value).filter((a) => wanted.length === 0 || wanted.includes(a));
  const people = asArray(search.personId).filter((v): v is number => typeof v === 'number');
  const filter: MovementFilter = {
    from,
    to,
    accounts,
    personIds: people.length > 0 ? people : null,
    departmentIds: (await departmentsSearched(ctx, search.departmentId)) ?? null,
  };
  const [before, during, whole] = await Promise.all([
    from ? movements(ctx, { ...filter, from: null, to: addDays(from, -1) }) : [],
    movements(ctx, filter),
    movements(ctx, { ...filter, from: null }),
  ]);
  const closing = netByAccount(whole);
  const opening = netByAccount(before);
  return accounts.map((account, i) => {
    const row: Record<string, number | string> & { id: number } = {
      id: i + 1,
      account,
      openingFen: opening.get(account) ?? 0,
      ...(from ? { dayBefore: addDays(from, -1) } : {}),
    };
    for (const column of Object.keys(statementColumns)) row[column] = 0;
    for (const m of during.filter((d) => d.account === account)) {
      const column = statementColumn(m.kind, m.reversesKind, m.inFen >= m.outFen);
      const net = m.inFen - m.outFen;
      row[column] = Number(row[column]) + (statementColumns[column] === 'in' ? net : -net);
    }
    return { ...row, closingFen: closing.get(account) ?? 0 };
  });
}
