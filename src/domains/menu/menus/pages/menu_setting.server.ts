/** Server side of 菜谱设置. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { saveSettings } from '../../../../kit/server/page/unit-settings.ts';
import type { MixLine } from '../../tables.ts';
import { readSettings } from '../rules.ts';
import spec from './menu_setting.page.ts';

export default bind(spec, {
  get: async (ctx) => ({ ...(await readSettings(ctx)) }),
  update: async (ctx, _id, values, before) => {
    const row = {
      two_hands: values.twoHands ?? false,
      repeat_days: values.repeatDays ?? 0,
      cost_ratio: values.costRatio ?? null,
      people_mix:
        values.peopleMix && values.peopleMix.length > 0 ? JSON.stringify(values.peopleMix as MixLine[]) : null,
    };
    return saveSettings(ctx, spec, 'menu_setting', row, before, values);
  },
});
