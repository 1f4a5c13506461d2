/** People with money and paired terminals for the lunch rush. */
import { actorOf } from '../src/demo/units.ts';
import { pair } from '../src/domains/device/public.server.ts';
import { issuePairingCode } from '../src/domains/device/testing.ts';
import type { MoneyRequest } from '../src/domains/wallet/public.server.ts';
import type { Services } from '../src/kit/server/context.ts';
import { isRefusal, refusalMessage } from '../src/kit/server/refusal.ts';
import { openMany } from './open-people.ts';

export interface RushTerminal {
  deviceId: number;
  key: string;
  epoch: number;
  /** Last sequence number used. */
  seq: number;
}

export interface Rush {
  cards: string[];
  terminals: RushTerminal[];
}

const fundedFen = 10_000_000;

/** No limits of how often and how much. */
export async function liftLimits({ pool }: Pick<Services, 'pool'>, organizationId: number): Promise<void> {
  const by = [organizationId];
  await pool.query('update meal_period set times = null where organization_id = $1', by);
  await pool.query('update person_type_meal set times = null, allowed = true where organization_id = $1', by);
  await pool.query('update fixed_value_rule set max_times = null where organization_id = $1', by);
  await pool.query(
    `update person_type set single_limit_fen = null, day_limit_amount_fen = null, day_limit_count = null
     where organization_id = $1`,
    by,
  );
}

/** Lunch all around the clock, so that a rush may run at any hour and for as long as it takes: it is the meal all types have a price of. */
async function serveAllDay({ pool }: Pick<Services, 'pool'>, organizationId: number): Promise<void> {
  await pool.query(
    `update meal_period m set start_time = (array['04:00', '04:01', '27:57', '27:58', '27:59'])[o.n],
       end_time = (array['04:01', '27:57', '27:58', '27:59', '28:00'])[o.n]
     from (select id, row_number() over (order by name = '早餐' desc, name = '午餐' desc, start_time) as n
       from meal_period where organization_id = $1) o
     where m.organization_id = $1 and m.id = o.id`,
    [organizationId],
  );
}

async function terminalsOf(services: Services, organizationId: number, count: number): Promise<RushTerminal[]> {
  const platform = await actorOf(services, 'platform');
  const school = await actorOf(services, 'school');
  const type = await services.db.selectFrom('device_type').select('id').executeTakeFirstOrThrow();
  // Where meals have a fixed price; shops sell by amount.
  const sites = await services.db
    .selectFrom('deploy_site as s')
    .innerJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 's.organization_id').onRef('r.id', '=', 's.restaurant_id'),
    )
    .select('s.id')
    .where('s.organization_id', '=', organizationId)
    .where('s.kind', '<>', 'SHOP')
    .where('r.kind', '<>', 'SHOP')
    .where('r.consume_mode', '=', 'FIXED')
    .orderBy('s.id')
    .execute();
  const terminals: RushTerminal[] = [];
  for (let i = 0; i < count; i += 1) {
    const sn = `BENCH${String(i).padStart(5, '0')}`;
    const device = { sn, typeId: type.id, name: `实测 ${i + 1} 号机`, mode: 'FIXED' };
    const { id } = await platform.call('/admin/platform/device', 'create', device);
    await platform.call('/admin/platform/device', 'assign', { id, organizationId });
    const deploySiteId = sites[i % sites.length]!.id;
    await school.call('/admin/organization/device_list', 'bind', { id, deploySiteId, mode: 'FIXED' });
    const code = await issuePairingCode(services, services.db, id);
    const paired = await pair(services, sn, code, '127.0.0.1');
    if (isRefusal(paired)) throw new Error(refusalMessage(paired));
    terminals.push({ ...paired, seq: 0 });
  }
  return terminals;
}

/** Opens and funds `people`, registers and pairs `terminals`, all by the product's own commands. */
export async function setUpRush(
  services: Services,
  organizationId: number,
  { people, terminals }: { people: number; terminals: number },
): Promise<Rush> {
  await liftLimits(services, organizationId);
  await serveAllDay(services, organizationId);
  const opened = await openMany(services, organizationId, { prefix: 'L', count: people, firstCard: 8_000_000_000 });
  // Everybody is of a type that has a price of lunch.
  await services.pool.query(
    `with priced as (select r.type_id from fixed_value_rule r join meal_period m on m.organization_id = r.organization_id
         and m.id = r.meal_period_id and m.name = '午餐'
       where r.organization_id = $1 and r.type_id is not null order by r.id)
     update person set type_id = (select type_id from priced limit 1)
     where organization_id = $1 and job_number like 'L%' and type_id not in (select type_id from priced)`,
    [organizationId],
  );
  const occurredAt = services.clock.now();
  const deposits: MoneyRequest[] = opened.map(({ id }) => ({
    kind: 'DEPOSIT',
    organizationId,
    requestKey: `fund:${id}`,
    personId: id,
    occurredAt,
    amountFen: fundedFen,
  }));
  for (const outcome of await services.wallet.submitMany(deposits))
    if (!('posted' in outcome)) throw new Error(refusalMessage(outcome));
  return { cards: opened.map((p) => p.cardNo), terminals: await terminalsOf(services, organizationId, terminals) };
}
