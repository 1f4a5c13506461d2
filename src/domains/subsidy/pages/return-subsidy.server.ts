/** Server side of 退补贴. */
import { sql } from 'kysely';
import { bind } from '../../../kit/server/page/binding.ts';
import { over } from '../../../kit/server/page/over.ts';
import { likePattern } from '../../../kit/server/query/expression.ts';
import { approveReturn, reject } from '../lots/decide-return.ts';
import { returnLot, reverseReturn } from '../lots/return-lot.ts';
import { returnOutcome } from '../lots/return-outcome.ts';
import { type GrantUnit, inMeals, inMoney } from '../units.ts';
import { countReturns, returns } from './return-subsidy.page.ts';

const bindReturns = (spec: typeof returns, unit: GrantUnit) =>
  bind(spec, {
    list: over(
      spec,
      'subsidy_return as r',
      {
        version: true,
        columns: { itemId: 'r.wallet_id', personName: 'p.name', jobNumber: 'p.job_number' },
        names: { itemId: sql`coalesce(b.name, ${`${unit.noun}账户`})`, batchId: 'b.name' },
        maker: 'r.maker_id',
      },
      (from) =>
        from
          .innerJoin('person as p', (on) =>
            on.onRef('p.organization_id', '=', 'r.organization_id').onRef('p.id', '=', 'r.person_id'),
          )
          .innerJoin('wallet as w', (on) =>
            on.onRef('w.organization_id', '=', 'r.organization_id').onRef('w.id', '=', 'r.wallet_id'),
          )
          .leftJoin('subsidy_batch as b', (on) =>
            on.onRef('b.organization_id', '=', 'r.organization_id').onRef('b.id', '=', 'r.batch_id'),
          )
          .where('w.kind', '=', unit.purse),
    ),
    outsideTransaction: ['create', 'approve', 'reverse'],
    create: (ctx, values) =>
      returnLot(ctx, {
        purse: unit.purse,
        walletId: values.itemId!,
        amountFen: values.amountFen ?? null,
        reason: values.reason!,
      }),
    outcomes: { approve: returnOutcome('approve'), reverse: returnOutcome('reverse') },
    actions: {
      approve: (ctx, { rows }) => approveReturn(ctx, rows[0]!.id),
      reject,
      reverse: (ctx, { rows, values }) => reverseReturn(ctx, rows[0]!.id, String(values.reason)),
    },
    // Lots of people with something left, for the form.
    options: async (ctx, { keyword, ids, size }) => {
      let query = ctx.db
        .selectFrom('wallet as w')
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'w.organization_id').onRef('p.id', '=', 'w.person_id'),
        )
        .leftJoin('subsidy_batch as b', (on) =>
          on.onRef('b.organization_id', '=', 'w.organization_id').onRef('b.id', '=', 'w.batch_id'),
        )
        .select(['w.id', 'p.name', 'p.job_number', 'w.balance_fen', 'w.held_fen', 'w.expires_on', 'b.name as batch'])
        .where('w.kind', '=', unit.purse);
      if (ids) query = query.where('w.id', 'in', ids.length > 0 ? ids : [0]);
      else {
        query = query.where('w.status', '<>', 'CLOSED').where(sql<boolean>`w.balance_fen - w.held_fen > 0`).limit(size);
        const like = likePattern(keyword);
        if (keyword)
          query = query.where((eb) => eb.or([eb('p.name', 'ilike', like), eb('p.job_number', 'ilike', like)]));
      }
      const left = unit.purse === 'COUNT' ? unit.said : unit.digits;
      const rows = await query.orderBy('p.name').orderBy('w.expires_on').orderBy('w.id').execute();
      return rows.map((row) => ({
        id: row.id,
        name: `${row.name}${row.job_number ? ` ${row.job_number}` : ''}（${left(row.balance_fen - row.held_fen)}）`,
        hint: `${row.batch ?? `${unit.noun}账户`} · ${row.expires_on ? `有效期至 ${row.expires_on}` : '长期有效'}`,
      }));
    },
  });

export default [bindReturns(returns, inMoney), bindReturns(countReturns, inMeals)];
