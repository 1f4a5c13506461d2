/** 审核, 停用, 恢复, 登记销户 of people; the devices' list follows. 销户 and 重新开户 have their own files. */
import { ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { moves } from '../../../kit/server/page/moves.ts';
import { lockPeople, relistCards } from '../cards/card-list.ts';
import { personFlow } from './person-states.ts';
import '../tables.ts';

export const peopleMoves = moves(personFlow, {
  table: 'person',
  name: (person) => person.name,
  stamped: true,
  before: (ctx) => lockPeople(sqlOf(ctx.db), ownOrganization(ctx)),
  afterAll: (ctx, people) =>
    relistCards(
      sqlOf(ctx.db),
      ownOrganization(ctx),
      people.map(({ id }) => id),
    ),
});
