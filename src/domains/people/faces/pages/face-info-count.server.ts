/** Server side of 人脸信息统计. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { countFaces, faceParts, storedFaces } from '../face-count.ts';
import { filingOf } from '../face-filing.ts';
import { filingDays, filingThreshold, filingWarns } from '../face-states.ts';
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
        text: `已存储人脸 ${stored} 人，超过 ${filingThreshold} 人的 ${filingWarns * 100}%：达到时须在 ${filingDays} 个工作日内备案，请先准备材料`,
      };
    const filing = await filingOf(ctx);
    const open = { label: '备案', path: '/admin/organization/face_info_count/filing' };
    if (filing && filing.filedOn === null)
      return { tone: 'danger', text: `人脸已达到 ${filingThreshold} 人，须在 ${filing.dueOn} 前备案`, open };
    if (filing) return { tone: 'info', text: `已存储人脸 ${stored} 人，已备案（${filing.filingNo}）`, open };
    return stored >= filingThreshold
      ? {
          tone: 'warning',
          text: `已存储人脸 ${stored} 人，达到 ${filingThreshold} 人：须在 ${filingDays} 个工作日内向省级以上网信部门备案`,
          open,
        }
      : {
          tone: 'info',
          text: `已存储人脸 ${stored} 人；达到 ${filingThreshold} 人时须向网信部门备案。人脸不得作为唯一的就餐方式，未经单独同意不采集。`,
        };
  },
});
