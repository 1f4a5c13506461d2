/** 月结: state, notes on steps, the order to close, seals verified, and the month's papers. */

import { int, money, text } from '../../../../kit/define/field.ts';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { isRefusal, refuse } from '../../../../kit/server/refusal.ts';
import { lateRecords } from '../late-records.ts';
import { monthCloseState } from '../month-close-state.ts';
import { monthPack } from '../month-pack.ts';
import { acceptStep, monthOfCall, orderClose } from '../order-close.ts';
import { verifySeals } from '../seals.ts';
import spec from './month-close.page.ts';

const longestNote = 200;
const lastPage = 10_000;

const aMonth = { month: text('月份 YYYY-MM', { required: true }) };

export default bind(spec, {
  bodies: {
    state: { month: text('月份 YYYY-MM，不传为应结的一个') },
    accept: {
      ...aMonth,
      step: text('步骤', { required: true }),
      note: text('说明', { required: true, min: 2, max: longestNote }),
    },
    close: { ...aMonth, closingFen: money('屏幕上的期末余额', { required: true }) },
    verify_seals: nothing,
    late: { ...aMonth, page: int('页码', { min: 1 }) },
    pack: aMonth,
  },
  verbs: {
    state: (ctx, body) => {
      const month = body.month === undefined || body.month === null ? null : monthOfCall(body);
      return isRefusal(month) ? Promise.resolve(month) : monthCloseState(ctx, month);
    },
    accept: (ctx, body) => {
      const month = monthOfCall(body);
      if (isRefusal(month)) return Promise.resolve(month);
      const note = typeof body.note === 'string' ? body.note.trim() : '';
      if (typeof body.step !== 'string') return Promise.resolve(refuse('MALFORMED', { detail: '缺少 step' }));
      if (note.length < 2 || note.length > longestNote)
        return Promise.resolve(
          refuse(
            'INVALID_FIELDS',
            { detail: `说明应为 2–${longestNote} 个字` },
            { note: `应为 2–${longestNote} 个字` },
          ),
        );
      return acceptStep(ctx, { month, step: body.step, note });
    },
    close: (ctx, body) => {
      const month = monthOfCall(body);
      if (isRefusal(month)) return Promise.resolve(month);
      const { closingFen } = body;
      if (typeof closingFen !== 'number' || !Number.isSafeInteger(closingFen))
        return Promise.resolve(refuse('MALFORMED', { detail: 'closingFen 应为整数分' }));
      return orderClose(ctx, { month, closingFen });
    },
    verify_seals: (ctx) => verifySeals(ctx.services, ownOrganization(ctx)),
    late: (ctx, body) => {
      const month = monthOfCall(body);
      if (isRefusal(month)) return Promise.resolve(month);
      const { page = 1 } = body;
      return typeof page === 'number' && Number.isSafeInteger(page) && page >= 1 && page <= lastPage
        ? lateRecords(ctx, month, page)
        : Promise.resolve(refuse('MALFORMED', { detail: 'page 不正确' }));
    },
    pack: (ctx, body) => {
      const month = monthOfCall(body);
      return isRefusal(month) ? Promise.resolve(month) : monthPack(ctx, month);
    },
  },
  outsideTransaction: ['accept', 'close', 'pack'],
  reads: ['state', 'verify_seals', 'late'],
});
