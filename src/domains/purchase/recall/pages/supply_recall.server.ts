import { isoAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { noticeFlow } from '../recall-states.ts';
import spec from './supply_recall.page.ts';

export default bind(spec, {
  // What is being written is the caterer's own.
  list: over(spec, 'recall_notice as x', { version: true }, (from) => from.where('x.status', '<>', 'DRAFT')),
  actions: moves(noticeFlow, {
    table: 'recall_notice',
    name: (notice) => notice.recall_no,
    stamped: true,
    write: {
      answer: (ctx, { answer }) => ({
        answer: String(answer),
        answered_name: ctx.session.name,
        answered_at: isoAt(ctx.clock.now()),
      }),
    },
  }),
});
