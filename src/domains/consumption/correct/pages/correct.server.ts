/** 消费纠错. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { oneRecord } from '../../../../kit/server/page/bodies.ts';
import { readId } from '../../../../kit/server/page/read-id.ts';
import { acceptCorrection, approveCorrections, cancel, reject, retryCorrections } from '../decide.ts';
import { draftCorrection, reportCorrection } from '../draft.ts';
import { tradeFacts } from '../facts.ts';
import { correctionList } from '../list.ts';
import type { CorrectionKind } from '../states.ts';
import correct from './correct.page.ts';

export default bind(correct, {
  list: correctionList,
  outsideTransaction: ['create', 'report', 'accept', 'approve', 'retry'],
  create: (ctx, values) =>
    draftCorrection(ctx, {
      tradeId: values.tradeId!,
      kind: values.kind as CorrectionKind,
      amountFen: values.amountFen ?? null,
      reason: values.reason!,
      evidence: values.evidence ?? null,
    }),
  actions: {
    report: async (ctx, { values }) => {
      const made = await reportCorrection(ctx, {
        tradeId: values.tradeId as number,
        kind: values.kind as CorrectionKind,
        amountFen: values.amountFen as number | null,
        reason: String(values.reason),
        ...(values.reporter ? { reporter: String(values.reporter) } : {}),
      });
      return 'refused' in made ? made : null;
    },
    accept: acceptCorrection,
    approve: approveCorrections,
    retry: retryCorrections,
    reject,
    cancel,
  },
  reads: ['facts'],
  bodies: { facts: oneRecord },
  verbs: {
    facts: (ctx, body) => tradeFacts(ctx, readId(body.id) ?? 0),
  },
});
