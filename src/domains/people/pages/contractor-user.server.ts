/** Server side of 就餐人员 (contractor). */
import { bind } from '../../../kit/server/page/binding.ts';
import { changeHeldCards } from '../change-held-cards.ts';
import { peopleWithCards, personColumns, personNames, unitName } from '../person-list.ts';
import spec from './contractor-user.page.ts';

export default bind(spec, {
  list: {
    from: peopleWithCards,
    columns: { ...personColumns, organizationId: 'p.organization_id' },
    names: { ...personNames, organizationId: unitName },
    id: 'p.id',
    version: 'p.version',
  },
  actions: {
    reportLoss: (ctx, { rows }) =>
      changeHeldCards(
        ctx,
        'loss',
        rows.map((row) => ({ organizationId: Number(row.organizationId), id: row.id, name: String(row.name) })),
      ),
  },
});
