/** Server side of 就餐人员 (contractor). */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { changeHeldCards } from '../../cards/change-held-cards.ts';
import { peopleWithCards, personColumns, personNames } from '../person-list.ts';
import spec from './contractor-user.page.ts';

export default bind(spec, {
  list: over(spec, 'person as p', {
    from: peopleWithCards,
    columns: personColumns,
    names: personNames,
    version: true,
    byUnit: true,
  }),
  actions: {
    reportLoss: (ctx, { rows }) =>
      changeHeldCards(
        ctx,
        'loss',
        rows.map((row) => ({ organizationId: Number(row.organizationId), id: row.id, name: String(row.name) })),
      ),
  },
});
