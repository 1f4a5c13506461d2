import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { datesInOrder } from '../../dates-in-order.ts';
import { withOwner } from '../open-unit.ts';
import { offered, shownStatus, unitMoves, withToday } from '../unit-list.ts';
import { agentFlow } from '../unit-states.ts';
import agent from './agent.page.ts';

const crud = tableCrud(agent, {
  table: 'agent',
  owner: () => ({}),
  skip: ['loginName', 'password'],
  unique: { agent_name: 'name' },
  check: (_ctx, values, before) => datesInOrder(values, before, 'contractStart', 'contractEnd'),
});

export default bind(agent, {
  list: over(
    agent,
    'agent as a',
    {
      columns: {
        customerCount: sql`((select count(*) from contractor c where c.agent_id = a.id)
        + (select count(*) from organization o where o.agent_id = a.id))::int`,
        status: shownStatus('a', 'contract_end'),
        loginName: null,
        password: null,
      },
    },
    withToday,
  ),
  create: async (ctx, values) => withOwner(ctx, 'AGENT', values, await crud.create(ctx, values)),
  update: crud.update,
  options: named('agent', { offered }),
  actions: moves(agentFlow, { table: 'agent', ...unitMoves }),
});
