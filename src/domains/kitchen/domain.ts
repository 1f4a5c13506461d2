/** The kitchen: its people and their certificates, where and when they work, whether they are fit, what they record. */
import type { Domain } from '../../kit/server/domain.ts';
import { ofPerson } from '../people/public.server.ts';
import { turnChecks } from './alarms/check-alarms.ts';
import { turnCertificates } from './certificates/certificate-clock.ts';
import { checkWork } from './checks/check-work.ts';
import { forgetPhotos } from './checks/forget-photos.ts';
import { takeChecks } from './checks/take-checks.ts';
import { unfitAtDoor } from './checks/unfit-at-door.ts';
import { watchEntries } from './entries/watch-entries.ts';
import { settleAll, staffOf } from './passes/settle-passes.ts';
import './tables.ts';
import { turnTraining } from './training/training-clock.ts';

/** 00:05: certificates that end, passes of the coming week. */
const nightJob = 'kitchen-night';
/** Every five minutes: shifts that begin and end, 整改 that is overdue. */
const checkJob = 'kitchen-checks';

export const kitchen: Domain = {
  name: 'kitchen',
  tables: {
    cook_user: { organization: 'organization_id', department: ofPerson, restaurant: 'restaurant_id' },
    health_certificate: { organization: 'organization_id' },
    certificate_notice: { organization: 'organization_id' },
    kitchen_setting: { organization: 'organization_id' },
    kitchen_permission: { organization: 'organization_id' },
    kitchen_permission_past: { organization: 'organization_id' },
    kitchen_roster: { organization: 'organization_id', restaurant: 'restaurant_id' },
    morning_check: { organization: 'organization_id', department: ofPerson, restaurant: 'restaurant_id' },
    morning_check_step: { organization: 'organization_id' },
    operate_record: { organization: 'organization_id', restaurant: 'restaurant_id' },
    training: { organization: 'organization_id' },
    training_person: { organization: 'organization_id', department: ofPerson },
  },
  files: [
    'health_certificate.image',
    'morning_check.face_photo',
    'morning_check.palm_photo',
    'morning_check.back_photo',
    'morning_check_step.proof',
    'operate_record.picture',
    'training.picture',
  ],
  evidence: {
    'morning_check.face_photo': ['/admin/organization/morning_check'],
    'morning_check.palm_photo': ['/admin/organization/morning_check'],
    'morning_check.back_photo': ['/admin/organization/morning_check'],
  },
  build: (services) => {
    services.deviceEvents?.register('CHECK', takeChecks);
    services.passageFollowers?.push(watchEntries);
    services.kitchenStaff = { everybody: staffOf, unfitAtDoor: unfitAtDoor(services), settle: settleAll };
    services.jobs?.define(checkJob, (_data, { signal }) => turnChecks(services, signal));
    services.jobs?.define(nightJob, async (_data, { signal }) => {
      await turnCertificates(services, signal);
      await turnTraining(services);
      await forgetPhotos(services);
    });
  },
  start: async (services) => {
    services.shellBoard.registerWork(checkWork);
    await services.jobs.schedule(checkJob, '*/5 * * * *');
    await services.jobs.schedule(nightJob, '5 0 * * *');
  },
};
