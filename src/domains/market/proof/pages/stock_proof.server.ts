import { bind } from '../../../../kit/server/page/binding.ts';
import { proofRules } from '../proof-words.ts';
import { readBreaks } from '../read-breaks.ts';
import { stockProof, stockProofBreak } from './stock_proof.page.ts';

const rules = bind(stockProof, {
  rows: async (ctx) => {
    const breaks = await readBreaks(ctx);
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
    const all = await readBreaks(ctx);
    return all
      .filter(({ rule }) => asked.length === 0 || asked.includes(rule))
      .map((one, i) => ({ id: i + 1, ...one }));
  },
});

export default [rules, breaks];
