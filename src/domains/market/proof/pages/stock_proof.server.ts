import { bind } from '../../../../kit/server/page/binding.ts';
import { proofRules, proofSpans } from '../proof-words.ts';
import { readBreaks } from '../read-breaks.ts';
import { stockProof, stockProofBreak } from './stock_proof.page.ts';

/** Of several the one that goes back furthest: each holds those before it. */
const spanOf = (asked: unknown) => {
  const several = [asked ?? []].flat();
  return proofSpans.findLast(({ value }) => several.includes(value))?.value;
};

const rules = bind(stockProof, {
  notice: async (ctx) => {
    const found = await readBreaks(ctx, 'NIGHT');
    return found.length === 0
      ? null
      : {
          tone: 'danger',
          text: `昨夜核对发现 ${found.length} 处不符，改正并再次核对通过之前不能月结。`,
          open: { label: '逐处查看', path: '/admin/contractor/erp/stock_proof/break?span=NIGHT' },
        };
  },
  rows: async (ctx, search) => {
    const breaks = await readBreaks(ctx, spanOf(search.span));
    return proofRules.map(({ value, compares }, i) => {
      const own = breaks.filter(({ rule }) => rule === value);
      const [first] = own;
      return {
        id: i + 1,
        rule: value,
        compares,
        breakCount: own.length,
        state: first ? 'BROKEN' : 'HOLDS',
        firstBreak: first ? `${first.subject}：${first.found}` : '',
      };
    });
  },
});

const breaks = bind(stockProofBreak, {
  rows: async (ctx, search) => {
    const asked = [search.rule ?? []].flat();
    const all = await readBreaks(ctx, spanOf(search.span));
    return all
      .filter(({ rule }) => asked.length === 0 || asked.includes(rule))
      .map((one, i) => ({ id: i + 1, ...one }));
  },
});

export default [rules, breaks];
