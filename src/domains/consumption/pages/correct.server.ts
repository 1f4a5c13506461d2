/** 消费纠错. */
import { bind } from '../../../kit/server/page/binding.ts';
import { readId } from '../../../kit/server/page/read-id.ts';
import { acceptCorrection, approveCorrections, closeCorrections, retryCorrections } from '../correct/decide.ts';
import { draftCorrection, reportCorrection } from '../correct/draft.ts';
import { tradeFacts } from '../correct/facts.ts';
import { correctionList } from '../correct/list.ts';
import type { CorrectionKind } from '../correct/states.ts';
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
    reject: closeCorrections('reject'),
    cancel: closeCorrections('cancel'),
  },
  verbs: {
    facts: (ctx, body) => tradeFacts(ctx, readId(body.id) ?? 0),
  },
});
