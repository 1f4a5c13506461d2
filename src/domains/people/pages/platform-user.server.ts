/** Server side of 人员查询 (platform). Finds only what is typed in full, so that the list is no directory. */
import { sql } from 'kysely';
import { bind } from '../../../kit/server/page/binding.ts';
import { peopleWithCards, personColumns, personNames, unitName } from '../person-list.ts';
import spec from './platform-user.page.ts';

export default bind(spec, {
  list: {
    from: peopleWithCards,
    columns: {
      organizationId: 'p.organization_id',
      name: sql`left(p.name, 1) || repeat('*', greatest(length(p.name) - 1, 1))`,
      jobNumber: personColumns.jobNumber,
      personNo: personColumns.personNo,
      phone: personColumns.phone,
      departmentId: personColumns.departmentId,
      typeId: personColumns.typeId,
      cardNo: personColumns.cardNo,
      cardStatus: personColumns.cardStatus,
      status: personColumns.status,
      createdAt: personColumns.createdAt,
    },
    names: { ...personNames, organizationId: unitName },
    where: {
      keyword: (value) => sql`${String(value).trim()} in (p.name, p.job_number, c.card_no, p.phone)`,
    },
    id: 'p.id',
    version: 'p.version',
  },
});
