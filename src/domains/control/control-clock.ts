/** 00:10: sheets of days, weeks and months that are over and nobody signed, issues past their day, licences that end. Running it twice changes nothing. */
import { labelIn } from '../../kit/define/states.ts';
import { addDays, dateAt } from '../../kit/server/clock.ts';
import type { Services } from '../../kit/server/context.ts';
import { type Found, keepAlerts } from '../alerts/public.server.ts';
import { hoursDue } from './people/pages/food_safety_employee.page.ts';
import { alarmObject } from './sheets/save-sheet.ts';
import { periodOf, sheetKinds } from './sheets/sheet-words.ts';
import { unsignedSheets } from './sheets/unsigned-sheets.ts';

const sheets = '/admin/organization/food_safety_employee';

const officerPrefix = 'officer:';

/** Days ahead from which the end of a licence is told. */
const aheadDays = 60;

async function unsigned({ pool, clock }: Services): Promise<Found[]> {
  const rows = await unsignedSheets(pool, { upTo: addDays(dateAt(clock.now()), -1), organizationId: null });
  return rows.map(({ organizationId, kind, period }) => {
    const name = labelIn(sheetKinds, kind);
    const { label } = periodOf(kind, period);
    return {
      organizationId,
      alarm: {
        object: alarmObject(kind, period),
        objectName: `${label} ${name}`,
        detail: `${label} 供餐，${name}没有签名`,
        open: { path: sheets, search: { tab: kind, day: period } },
      },
    };
  });
}

async function overdueIssues({ pool, clock }: Services): Promise<Found[]> {
  const { rows } = await pool.query<{
    organizationId: number;
    id: number;
    what: string;
    dueOn: string;
    owner: string;
    place: number | null;
  }>(
    `select /* wall: a job over every unit */ organization_id as "organizationId", id, what, due_on as "dueOn", owner_name as owner,
       restaurant_id as place
     from issue where status in ('OPEN', 'FIXING') and due_on < $1 order by 1, 2`,
    [dateAt(clock.now())],
  );
  return rows.map(({ organizationId, id, what, dueOn, owner, place }) => ({
    organizationId,
    alarm: {
      object: `issue:${id}`,
      objectName: what,
      restaurantId: place,
      detail: `期限 ${dueOn}${owner ? `，整改人 ${owner}` : ''}，尚未整改完成：${what}`,
      open: { path: `${sheets}/issue`, search: {} },
    },
  }));
}

async function endingLicences({ pool, clock }: Services): Promise<Found[]> {
  const today = dateAt(clock.now());
  const { rows } = await pool.query<{ organizationId: number; no: string; until: string; days: number }>(
    `select /* wall: a job over every unit */ * from (select distinct on (organization_id) organization_id as "organizationId",
         license_no as no, license_end as until, license_end - $1::date as days
       from unit_information where from_date <= $1 order by organization_id, from_date desc, id desc) u where days <= $2`,
    [today, aheadDays],
  );
  return rows.map(({ organizationId, no, until, days }) => ({
    organizationId,
    alarm: {
      object: 'licence',
      objectName: '食品经营许可证',
      level: days < 0 ? 'CRITICAL' : days > 30 ? 'INFO' : 'WARN',
      detail:
        days < 0 ? `食品经营许可证 ${no} 已于 ${until} 到期` : `食品经营许可证 ${no} 于 ${until} 到期，还有 ${days} 天`,
      open: { path: '/admin/organization/unit_information', search: {} },
    },
  }));
}

/** Thirty days before the year ends, who has not the hours of training that officers and directors need (R7). */
async function lackingHours({ pool, clock }: Services): Promise<Found[]> {
  const today = dateAt(clock.now());
  if (today < `${today.slice(0, 4)}-12-01`) return [];
  const { rows } = await pool.query<{ organizationId: number; id: number; name: string; hours: number }>(
    `select /* wall: a job over every unit */ organization_id as "organizationId", id, name, train_hours as hours
     from safety_officer where status = 'NORMAL' and kind <> 'PRINCIPAL' and train_hours < $1 order by 1, 2`,
    [hoursDue],
  );
  return rows.map(({ organizationId, id, name, hours }) => ({
    organizationId,
    alarm: {
      object: `${officerPrefix}${id}`,
      objectName: `${name} 年度培训`,
      detail: `${name}今年培训 ${hours} 学时，还差 ${hoursDue - hours} 学时，年底前须满 ${hoursDue} 学时`,
      open: { path: sheets, search: {} },
    },
  }));
}

export async function turnControl(services: Services): Promise<void> {
  await keepAlerts(services, 'SHEET_UNSIGNED', await unsigned(services));
  await keepAlerts(services, 'ISSUE_OVERDUE', await overdueIssues(services));
  await keepAlerts(services, 'LICENSE', await endingLicences(services));
  await keepAlerts(services, 'TRAINING', await lackingHours(services), officerPrefix);
}
