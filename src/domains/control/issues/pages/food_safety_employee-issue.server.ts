/** 隐患整改. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { findIssue } from '../find-issue.ts';
import { issueFlow } from '../issue-flow.ts';
import spec from './food_safety_employee-issue.page.ts';

const nobody = () => ({ maker_id: null, maker_name: '' });

export default bind(spec, {
  list: over(spec, 'issue as i', { version: true, maker: 'i.maker_id' }),
  actions: {
    ...moves(issueFlow, {
      table: 'issue',
      name: (issue) => issue.what,
      write: {
        take: (_ctx, values) => ({ owner_name: values.ownerName, due_on: values.dueOn }),
        fix: ({ session }, values) => ({
          fix_note: values.note,
          fix_picture: values.fixPicture ?? null,
          maker_id: session.accountId,
          maker_name: session.name,
        }),
        back: nobody,
        reopen: nobody,
      },
    }),
    find: async (ctx, { values }) => {
      const { what, restaurantId, ownerName, dueOn, picture } = values as Record<string, string | number | null>;
      const id = await findIssue(ctx, {
        source: 'MANUAL',
        sourceId: null,
        restaurantId: (restaurantId as number | null) ?? null,
        what: String(what),
        picture: (picture as string | null) ?? null,
        ownerName: String(ownerName ?? ''),
        ...(dueOn ? { dueOn: String(dueOn) } : {}),
      });
      await ctx.audit({ action: '登记隐患', targetId: id, targetName: String(what) });
      return null;
    },
  },
});
