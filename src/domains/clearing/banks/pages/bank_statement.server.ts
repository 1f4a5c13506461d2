import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { bankBreaks, bankChain } from '../bank-chain.ts';
import { enterStatement, voidStatement } from '../enter-statement.ts';
import spec from './bank_statement.page.ts';

/** Of what was voided nothing is computed. */
const counted = (column: string) => sql`case when s.status = 'NORMAL' then ${sql.ref(`c.${column}`)} end`;

export default bind(spec, {
  list: over(
    spec,
    'bank_statement as s',
    {
      version: true,
      maker: 's.maker_id',
      columns: {
        beforeFen: counted('before'),
        channelFen: counted('channel'),
        receivedFen: counted('received'),
        paidFen: counted('paid'),
        expectedFen: counted('expected'),
        gapFen: counted('gap'),
        offFen: counted('off'),
        result: sql`case when s.status = 'VOID' then 'VOID' when c.first then 'OPENING' when c.off = 0 then 'OK' else 'OFF' end`,
      },
    },
    (from) => from.innerJoinLateral(bankChain.as('c'), (on) => on.onTrue()),
  ),
  notice: async (ctx) => {
    const breaks = await bankBreaks(ctx.db);
    if (breaks.length > 0)
      return { tone: 'danger', text: breaks.map(({ subject, found }) => `${subject}：${found}`).join('；') };
    const any = await ctx.db
      .selectFrom('bank_statement')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('status', '=', 'NORMAL')
      .executeTakeFirstOrThrow();
    return any.n === 0
      ? { tone: 'info', text: '还没有录入：第一次录入的余额作为期初，此后每次与渠道、收款、打款的账核对' }
      : { tone: 'success', text: '各账户最近一次录入的银行余额与账面相符' };
  },
  create: enterStatement,
  actions: { void: voidStatement },
});
