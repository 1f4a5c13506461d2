/** A bench with the people pages, a real wallet and one person type, for this domain's tests. */

import type { Services } from '../../kit/server/context.ts';
import deviceList from '../device/pages/device_list.server.ts';
import { tenancy } from '../tenancy/domain.ts';
import deploySite from '../tenancy/pages/deploy_site.server.ts';
import meal from '../tenancy/pages/meal.server.ts';
import { type Caller, type UnitBench, unitBench, units } from '../tenancy/testing.ts';
import { wallet } from '../wallet/domain.ts';
import { people } from './domain.ts';
import contractorUser from './pages/contractor-user.server.ts';
import faceCount from './pages/face-count.server.ts';
import department from './pages/organization-department.server.ts';
import jobNumber from './pages/organization-job-number.server.ts';
import type from './pages/organization-type.server.ts';
import typeMeal from './pages/organization-type-meal.server.ts';
import typeSite from './pages/organization-type-site.server.ts';
import user from './pages/organization-user.server.ts';
import platformUser from './pages/platform-user.server.ts';
import repairCard from './pages/repair-card.server.ts';
import temperature from './pages/temperature.server.ts';
import unbind from './pages/unbind.server.ts';
import userPush from './pages/user-push.server.ts';
import weekendDiner from './pages/weekend-diner.server.ts';

export const area = '/admin/organization';
export const userPage = `${area}/user`;

export interface PeopleBench extends UnitBench {
  /** 第一中学, served by 味佳餐饮. */
  school: Caller;
  /** 华光电子, another unit. */
  company: Caller;
  /** The school's default person type. */
  typeId: number;
  /** Opens a person of the school and answers its id. */
  open(values: Record<string, unknown>): Promise<number>;
  /** The list's row of a person. */
  row(id: number, who?: Caller): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Opens the bench; close it in `afterAll`. */
export async function peopleBench(): Promise<PeopleBench> {
  const bench = await unitBench(
    [tenancy, people],
    [
      department,
      jobNumber,
      type,
      user,
      contractorUser,
      platformUser,
      deploySite,
      deviceList,
      meal,
      typeSite,
      typeMeal,
      weekendDiner,
      unbind,
      temperature,
      repairCard,
      faceCount,
      userPush,
    ].flat(),
  );
  bench.services.connectionConfig = bench.database.connectionConfig;
  // Queues take definitions and run nothing: no test here waits for a job.
  const idle = async () => undefined;
  bench.services.jobs = { define: () => undefined, schedule: idle, enqueue: idle } as unknown as Services['jobs'];
  await wallet.build?.(bench.services);
  await wallet.start?.(bench.services);
  const school = await bench.as('ORGANIZATION', units.organization);
  const company = await bench.as('ORGANIZATION', units.otherOrganization);
  const made = await school.call<{ id: number }>(`${area}/type`, 'create', {
    name: '学生',
    accounts: ['MAIN', 'SUBSIDY'],
  });
  await company.call(`${area}/type`, 'create', { name: '员工', accounts: ['MAIN'] });
  return {
    ...bench,
    school,
    company,
    typeId: made.id,
    open: async (values) => {
      const answer = await school.call<{ id?: number }>(userPage, 'create', values);
      if (!answer.id) throw new Error(JSON.stringify(answer));
      return answer.id;
    },
    row: (id, who = school) => who.call(userPage, 'get', { id }),
    close: async () => {
      await wallet.stop?.(bench.services);
      await bench.database.drop();
    },
  };
}
