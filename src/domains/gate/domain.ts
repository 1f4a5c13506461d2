/** Gates: districts, their doors and rules, who may pass, and who did. */
import { addDays, dateAt } from '../../kit/server/clock.ts';
import type { Services } from '../../kit/server/context.ts';
import type { Domain } from '../../kit/server/domain.ts';
import { sealColumn } from '../../kit/server/vault.ts';
import { ofPerson } from '../people/public.server.ts';
import { recountAttendance, turnAttendance } from './attendance/attendance-clock.ts';
import { turnKeys } from './codes/turn-keys.ts';
import { endStrangers } from './passages/end-strangers.ts';
import { forgetPictures } from './passages/forget-pictures.ts';
import { takePassages } from './passages/take-passages.ts';
import { gateRoutes } from './routes.ts';
import './services.ts';
import './tables.ts';

const nightJob = 'gate-night';
/** Every five minutes: days of attendance that have ended, or are to be counted again. */
const attendanceJob = 'gate-attendance';
/** After midnight: keys of entrance codes. */
const keysJob = 'gate-keys';
/** Months around now that have a partition of their own: terminals may tell of 45 days ago, the demo of sixty. */
const monthsAround = [-3, -2, -1, 0, 1, 2];

async function ensureMonths({ pool, clock }: Services): Promise<void> {
  const today = dateAt(clock.now());
  for (const months of monthsAround)
    await pool.query('select gate_ensure_month($1)', [addDays(`${today.slice(0, 7)}-15`, months * 30)]);
}

export const gate: Domain = {
  name: 'gate',
  tables: {
    district: { organization: 'organization_id', restaurant: 'restaurant_id' },
    door: { organization: 'organization_id' },
    door_rule: { organization: 'organization_id' },
    pass_entry: { organization: 'organization_id', department: ofPerson },
    pass_version: { organization: 'organization_id' },
    passback_clear: { organization: 'organization_id' },
    shift: { organization: 'organization_id' },
    shift_plan: { organization: 'organization_id' },
    attendance_request: { organization: 'organization_id', department: ofPerson },
    attendance_day: { organization: 'organization_id', department: ofPerson },
    attendance_due: { organization: 'organization_id', department: ofPerson },
    entrance_key: { organization: 'organization_id' },
    entrance_code: { organization: 'organization_id' },
    passage: { organization: 'organization_id', department: ofPerson },
  },
  evidence: { 'passage.picture': ['/admin/organization/enter_record', '/admin/organization/cook_user/enter_record'] },
  build: async (services) => {
    services.passageFollowers = [];
    services.passVersion = async ({ organizationId }) => {
      const { rows } = await services.pool.query<{ version: number }>(
        'select version from pass_version where organization_id = $1',
        [organizationId],
      );
      return rows[0]?.version ?? 0;
    };
    await ensureMonths(services);
    services.deviceEvents?.register('PASSAGE', takePassages);
    services.jobs?.define(attendanceJob, async (_data, { signal }) => {
      await turnAttendance(services, signal);
      await endStrangers(services);
    });
    services.jobs?.define(keysJob, (_data, { signal }) => turnKeys(services, signal));
    services.jobs?.define(nightJob, async (_data, { signal }) => {
      await ensureMonths(services);
      await recountAttendance(services, signal);
      await forgetPictures(services);
    });
  },
  routes: gateRoutes,
  start: async ({ pool, vault, jobs }) => {
    await sealColumn(pool, vault, 'entrance_key', '(organization_id * 256 + kid)', 'secret');
    await jobs.schedule(nightJob, '30 2 * * *');
    await jobs.schedule(attendanceJob, '*/5 * * * *');
    await jobs.schedule(keysJob, '5 0 * * *');
  },
};
