/** People: persons with their types and departments, job numbers and cards. */
import type { Domain } from '../../kit/server/domain.ts';
import { searchedBy } from '../../kit/server/query/entity-search.ts';
import { inDepartments } from './departments/department-sql.ts';
import { askAgainWork } from './faces/ask-again.ts';
import { watchFilings } from './faces/face-filing.ts';
import { filingWork } from './faces/filing-work.ts';
import { ownConsentWork, watchOwnConsents } from './faces/own-consent.ts';
import { pauseUnanswered } from './faces/pause-unanswered.ts';
import { waitingRepairs } from './repairs/waiting-repairs.ts';
import './refusals.ts';
import type {} from './services.ts';
import './tables.ts';
import { ofPerson } from './of-person.ts';

searchedBy('department', inDepartments);

/** Late, so that the day it finds is the day it was. */
const filingJob = 'face-filings';
/** Just after midnight: birthdays begin, and what nobody answered ends, with the day. */
const ownConsentJob = 'face-own-consents';

export const people: Domain = {
  name: 'people',
  files: ['person.photo_url', 'face_info.image_key', 'face_filing.file', 'face_consent.file'],
  tables: {
    person_type: { organization: 'organization_id' },
    department: { organization: 'organization_id', department: 'id' },
    person: { organization: 'organization_id', department: 'department_id' },
    job_number: { organization: 'organization_id', department: 'department_id' },
    card: { organization: 'organization_id', department: ofPerson },
    card_list_version: { organization: 'organization_id' },
    person_type_site: { organization: 'organization_id' },
    person_type_meal: { organization: 'organization_id' },
    weekend_diner: { organization: 'organization_id', department: ofPerson },
    people_setting: { organization: 'organization_id' },
    person_binding: { organization: 'organization_id', department: ofPerson },
    temperature_record: { organization: 'organization_id', department: ofPerson },
    card_repair_request: { organization: 'organization_id', department: ofPerson },
    face_info: { organization: 'organization_id', department: ofPerson },
    privacy_notice: { organization: 'organization_id' },
    face_consent: { organization: 'organization_id', department: ofPerson },
    face_filing: { organization: 'organization_id' },
    device_face_inventory: { organization: 'organization_id' },
    device_push: { organization: 'organization_id', department: { ...ofPerson, by: 'target_id' } },
  },
  build: (services) => {
    services.closeGuards = [];
    services.lawfulDays = () => [];
    services.jobs?.define(filingJob, async () => {
      await watchFilings(services);
    });
    services.jobs?.define(ownConsentJob, async () => {
      await watchOwnConsents(services);
      await pauseUnanswered(services);
    });
  },
  start: async (services) => {
    services.shellBoard.registerMission('waitRepairCardMission', waitingRepairs);
    services.shellBoard.registerWork(async () => [filingWork, ownConsentWork, askAgainWork]);
    await services.jobs.schedule(filingJob, '50 23 * * *');
    await services.jobs.schedule(ownConsentJob, '8 0 * * *');
  },
};
