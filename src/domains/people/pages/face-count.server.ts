/** Server side of 人脸信息统计. */
import { bind } from '../../../kit/server/page/binding.ts';
import { answerComputed } from '../../../kit/server/page/computed.ts';
import { countFaces, faceParts, storedFaces } from '../face-count.ts';
import { filingThreshold } from '../face-states.ts';
import spec from './face-count.page.ts';

const labels = ['未采集', '待同意', '已采集', '不合格', '撤回', '已删除'];

export default bind(spec, {
  query: async (ctx, input) => {
    const answer = answerComputed(spec, await countFaces(ctx, input.search), input);
    const { total = 0, ...sums } = answer.sums;
    const parts = faceParts.map((part) => sums[part] ?? 0);
    return {
      ...answer,
      check: {
        ok: total === parts.reduce((sum, n) => sum + n, 0),
        text: `总人数 ${total} = ${parts.map((n, i) => `${labels[i]} ${n}`).join(' + ')}`,
      },
    };
  },
  verbs: { stored: async (ctx) => ({ stored: await storedFaces(ctx), threshold: filingThreshold }) },
});
