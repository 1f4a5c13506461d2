/** Server side of 营养分析. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { analyse, analysis } from '../analyse.ts';
import { panelSearch, searchOf } from '../search-of.ts';
import { recipeSheet } from '../sheet.ts';
import spec from './nourishment.page.ts';

export default bind(spec, {
  rows: analyse,
  verbs: {
    analysis: (ctx, body) => analysis(ctx, searchOf(body)),
    sheet: (ctx, body) => recipeSheet(ctx, searchOf(body)),
  },
  bodies: { analysis: panelSearch, sheet: panelSearch },
  reads: ['analysis', 'sheet'],
});
