/** Server side of 人脸信息统计. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { countFaces, faceParts, storedFaces } from '../face-count.ts';
import { filingThreshold, filingWarns } from '../face-states.ts';
import spec from './face-info-count.page.ts';

export default bind(spec, {
  rows: (ctx, search) => countFaces(ctx, search),
  proof: {
    reads: { ...Object.fromEntries(faceParts.map((part) => [part, `face_info.status ${part}`])), total: 'person.id' },
  },
  notice: async (ctx) => {
    const stored = await storedFaces(ctx);
    if (stored >= filingThreshold * filingWarns && stored < filingThreshold)
      return {
        tone: 'warning',
        text: `已存储人脸 ${stored} 人，超过 ${filingThreshold} 人的 ${filingWarns * 100}%：达到时须在 30 个工作日内备案，请先准备材料`,
      };
    return stored >= filingThreshold
      ? {
          tone: 'warning',
          text: `已存储人脸 ${stored} 人，达到 ${filingThreshold} 人：须在 30 个工作日内向省级以上网信部门备案`,
        }
      : {
          tone: 'info',
          text: `已存储人脸 ${stored} 人；达到 ${filingThreshold} 人时须向网信部门备案。人脸不得作为唯一的就餐方式，未经单独同意不采集。`,
        };
  },
});
