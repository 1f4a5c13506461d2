/** People: persons with their types and departments, job numbers and cards. */
import type { Domain } from '../../kit/server/domain.ts';
import type {} from '../ops/services.ts';
import { waitingRepairs } from './waiting-repairs.ts';
import './refusals.ts';
import './tables.ts';

export const people: Domain = {
  name: 'people',
  tables: {
    person_type: { organization: 'organization_id' },
    department: { organization: 'organization_id', department: 'id' },
    person: { organization: 'organization_id', department: 'department_id' },
    job_number: { organization: 'organization_id', department: 'department_id' },
    card: { organization: 'organization_id' },
    card_list_version: { organization: 'organization_id' },
    person_type_site: { organization: 'organization_id' },
    person_type_meal: { organization: 'organization_id' },
    weekend_diner: { organization: 'organization_id' },
    people_setting: { organization: 'organization_id' },
    wechat_binding: { organization: 'organization_id' },
    temperature_record: { organization: 'organization_id' },
    card_repair_request: { organization: 'organization_id' },
    face_info: { organization: 'organization_id' },
    device_push: { organization: 'organization_id' },
  },
  start: async (services) => {
    services.shellBoard.registerMission('waitRepairCardMission', waitingRepairs);
  },
};
