/** 请假补签. */
import { addDays } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { personOr } from '../../../people/public.server.ts';
import type { AttendanceRequestRow } from '../../tables.ts';
import { ask } from '../ask.ts';
import type { Half, RequestKind } from '../attendance-words.ts';
import { leaveImport } from '../import-leave.ts';
import { requestFlow } from '../request-flow.ts';
import { settleAttendance } from '../settle-attendance.ts';
import spec from './access-control-attendance-leave.page.ts';

/** Over midnight a punch may belong to the shift of the day before. */
const recount = async (ctx: Ctx, asked: AttendanceRequestRow): Promise<void> => {
  await settleAttendance(ctx, ownOrganization(ctx), {
    from: addDays(asked.from_date, asked.punch_at ? -1 : 0),
    to: asked.to_date,
    personIds: [asked.person_id],
  });
};

export default bind(spec, {
  list: over(spec, 'attendance_request as q', {
    inner: ['personId as p'],
    version: true,
    maker: 'q.maker_id',
    where: { keyword: personOr() },
  }),
  create: (ctx, values) =>
    ask(ctx, {
      personId: values.personId!,
      kind: values.kind as RequestKind,
      fromDate: values.fromDate ?? null,
      toDate: values.toDate ?? null,
      half: (values.half ?? 'ALL') as Half,
      punchAt: values.punchAt ?? null,
      reason: values.reason ?? '',
    }),
  importRows: leaveImport,
  actions: moves(requestFlow, {
    table: 'attendance_request',
    name: (_asked, row) => String(row.personName),
    after: { approve: recount, cancel: recount },
  }),
});
