/** 对账单: opening, what came in and went out by kind, closing, per purse. */
import { formatFenGrouped } from '../../kit/define/fen.ts';
import { addDays } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import type { QueryAnswer, QueryInput } from '../../kit/server/page/binding.ts';
import { departmentsBelow } from '../people/department-sql.ts';
import { purseAccounts, statementColumn, statementColumns } from './account-words.ts';
import { type MovementFilter, movements, netByAccount } from './movements.ts';

const asArray = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined || value === '' ? [] : [value];

/** Answers the statement; its identity is 期末 = 期初 + 收入 − 支出. */
export async function statement(ctx: Ctx, input: QueryInput): Promise<QueryAnswer> {
  const { search } = input;
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
    departmentIds: (await departmentsBelow(ctx, search.departmentId)) ?? null,
  };
  const [before, during] = await Promise.all([
    from ? movements(ctx, { ...filter, from: null, to: addDays(from, -1) }) : [],
    movements(ctx, filter),
  ]);
  const opening = netByAccount(before);
  const rows = accounts.map((account, i) => {
    const row: Record<string, number | string> = {
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
    const closing = Object.entries(statementColumns).reduce(
      (total, [column, side]) => total + (side === 'in' ? 1 : -1) * Number(row[column]),
      Number(row.openingFen),
    );
    return { ...row, closingFen: closing } as Record<string, number | string>;
  });
  const keys = ['openingFen', ...Object.keys(statementColumns), 'closingFen'];
  const sums = Object.fromEntries(keys.map((k) => [k, rows.reduce((total, r) => total + Number(r[k]), 0)])) as Record<
    string,
    number
  >;
  // The closing balance once more, straight from the movements up to the last day.
  const closing = [...netByAccount(await movements(ctx, { ...filter, from: null })).values()].reduce(
    (a, b) => a + b,
    0,
  );
  const income = Object.entries(statementColumns).reduce((t, [k, side]) => t + (side === 'in' ? sums[k]! : 0), 0);
  const spent = Object.entries(statementColumns).reduce((t, [k, side]) => t + (side === 'out' ? sums[k]! : 0), 0);
  const gap = closing - (sums.openingFen! + income - spent);
  return {
    rows,
    total: rows.length,
    sums,
    check: {
      ok: gap === 0 && sums.closingFen === closing,
      text: `期末 ${formatFenGrouped(closing)} ${gap === 0 ? '=' : '≠'} 期初 ${formatFenGrouped(sums.openingFen!)} + 收入 ${formatFenGrouped(income)} − 支出 ${formatFenGrouped(spent)}${gap === 0 ? '' : `，差 ${formatFenGrouped(gap)}`}`,
    },
  };
}
