/** Control of food safety: who answers for it, the sheets they sign, what is put right, inspections, what the unit publishes. */
import type { Domain } from '../../kit/server/domain.ts';
import { turnControl } from './control-clock.ts';
import { findIssue } from './issues/find-issue.ts';
import './services.ts';
import { sheetWork } from './sheets/unsigned-sheets.ts';
import './tables.ts';

/** 00:10, and at noon for what became due meanwhile. */
const controlJob = 'food-control';

export const control: Domain = {
  name: 'control',
  tables: {
    safety_officer: { organization: 'organization_id' },
    control_sheet: { organization: 'organization_id' },
    check_list: { organization: 'organization_id' },
    duty_plan: { organization: 'organization_id', restaurant: 'restaurant_id' },
    issue: { organization: 'organization_id', restaurant: 'restaurant_id' },
    inspector: { organization: 'organization_id' },
    inspection: { organization: 'organization_id', restaurant: 'restaurant_id' },
    unit_information: { organization: 'organization_id' },
  },
  files: [
    'safety_officer.photo',
    'safety_officer.appoint_file',
    'inspector.photo',
    'inspection.picture',
    'issue.picture',
    'issue.fix_picture',
    'unit_information.license_image',
  ],
  build: (services) => {
    services.sheetItems = [];
    services.takeFinding = async (ctx, { restaurantId, recordId, what }) => {
      await findIssue(ctx, { source: 'RECORD', sourceId: recordId, restaurantId, what });
    };
    services.jobs?.define(controlJob, () => turnControl(services));
  },
  start: async (services) => {
    services.shellBoard.registerWork(sheetWork);
    await services.jobs.schedule(controlJob, '10 0,12 * * *');
  },
};
