/** Server side of 菜谱设置. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { saveSettings, settingsAfter } from '../../../../kit/server/page/unit-settings.ts';
import type { MixLine } from '../../tables.ts';
import { readSettings } from '../rules.ts';
import spec from './menu_setting.page.ts';

export default bind(spec, {
  get: async (ctx) => ({ ...(await readSettings(ctx)) }),
  update: async (ctx, _id, values, before) => {
    const { twoHands, repeatDays, costRatio, peopleMix } = settingsAfter(before, values);
    const row = {
      two_hands: twoHands ?? false,
      repeat_days: repeatDays ?? 0,
      cost_ratio: costRatio ?? null,
      people_mix: peopleMix && peopleMix.length > 0 ? JSON.stringify(peopleMix as MixLine[]) : null,
    };
    return saveSettings(ctx, spec, 'menu_setting', row, before, values);
  },
});
