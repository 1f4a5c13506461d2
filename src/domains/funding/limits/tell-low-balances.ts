/** 余额不足: each morning one alert a unit and person type, while people are at or below the type's reminder. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Services } from '../../../kit/server/context.ts';
import { keepAlerts } from '../../alerts/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';

interface Low {
  organizationId: number;
  typeId: number;
  name: string;
  fen: number;
  people: number;
}

export async function tellLowBalances(services: Services): Promise<void> {
  const { rows } = await services.pool.query<Low>(
    `select /* wall: a job over every unit, each told of its own */ l.organization_id as "organizationId", l.type_id as "typeId",
       t.name, l.low_alert_fen as fen, count(*)::int as people
     from balance_limit l join person_type t on t.organization_id = l.organization_id and t.id = l.type_id
     join person p on p.organization_id = l.organization_id and p.type_id = l.type_id and p.status = 'NORMAL'
     join wallet w on w.organization_id = p.organization_id and w.person_id = p.id and w.kind = 'MAIN' and w.status <> 'CLOSED'
       and w.balance_fen <= l.low_alert_fen
     group by 1, 2, 3, 4 order by 1, 2`,
  );
  // Closed by hand it stays so for the day; who is still low tomorrow is told of anew.
  const at = Date.parse(`${businessDay(services.clock.now())}T04:00:00+08:00`);
  await keepAlerts(
    services,
    'LOW_BALANCE',
    rows.map(({ organizationId, typeId, name, fen, people }) => ({
      organizationId,
      alarm: {
        object: `type:${typeId}`,
        objectName: `${name}余额`,
        at,
        detail: `${name} ${people} 人的主账户不高于 ${formatFenGrouped(fen)} 元`,
        open: { path: '/admin/organization/account_balance', search: { typeId: [typeId], lowState: ['LOW'] } },
      },
    })),
  );
}
