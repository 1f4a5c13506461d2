/** A bench with the people pages, a real wallet and one person type, for this domain's tests. */

import type { Services } from '../../kit/server/context.ts';
import type { Domain } from '../../kit/server/domain.ts';
import type { Bound } from '../../kit/server/page/binding.ts';
import { dispatch } from '../../kit/server/page/dispatch.ts';
import { makeContext } from '../../kit/server/page/make-context.ts';
import deviceList from '../device/register/pages/device-list.server.ts';
import { tenancy } from '../tenancy/domain.ts';
import meal from '../tenancy/meals/pages/meal.server.ts';
import deploySite from '../tenancy/places/pages/deploy-site.server.ts';
import { type Caller, type UnitBench, unitBench, units } from '../tenancy/testing.ts';
import { wallet } from '../wallet/domain.ts';
import unbind from './bindings/pages/unbind.server.ts';
import weekendDiner from './days-off/pages/weekend-repast-personnel.server.ts';
import department from './departments/pages/organization-department.server.ts';
import { people } from './domain.ts';
import faceCount from './faces/pages/face-info-count.server.ts';
import jobNumber from './job-numbers/pages/organization-job-number.server.ts';
import contractorUser from './persons/pages/contractor-user.server.ts';
import user from './persons/pages/organization-user.server.ts';
import platformUser from './persons/pages/platform-user.server.ts';
import pushDevice from './pushes/pages/push-device.server.ts';
import userPush from './pushes/pages/user-push.server.ts';
import repairCard from './repairs/pages/wait-repair-card-detail.server.ts';
import temperature from './temperatures/pages/temperature.server.ts';
import type from './types/pages/organization-type.server.ts';
import typeSite from './types/pages/type-deploy-site-set.server.ts';
import typeMeal from './types/pages/user-type-meal.server.ts';

export const area = '/admin/organization';
export const userPage = `${area}/user`;

export interface PeopleBench extends UnitBench {
  /** 第一中学, served by 味佳餐饮. */
  school: Caller;
  /** 华光电子, another unit. */
  company: Caller;
  /** Another account of the school, by this name. */
  another(name: string): Caller;
  /** The school's default person type. */
  typeId: number;
  /** Opens a person of the school and answers its id. */
  open(values: Record<string, unknown>): Promise<number>;
  /** The list's row of a person. */
  row(id: number, who?: Caller): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** The same unit under another account. */
function anotherOf({ services }: UnitBench, caller: Caller, name: string): Caller {
  const session = { ...caller.session, accountId: caller.session.accountId + 1, name };
  const ctx = (path: string) => makeContext(services, session, path, { ip: '10.0.0.2' });
  return {
    session,
    ctx,
    call: async <T>(path: string, verb: string, body: Record<string, unknown> = {}) =>
      (await dispatch(services.registry, services.registry.at(path)!, verb, ctx(path), body)) as T,
  };
}

/** Opens the bench, with the tables of `more` domains and further pages; close it in `afterAll`. */
export async function peopleBench(more: readonly Domain[] = [], pages: readonly Bound[] = []): Promise<PeopleBench> {
  const bench = await unitBench(
    [tenancy, people, ...more],
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
      pushDevice,
      ...pages,
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
    another: (name) => anotherOf(bench, school, name),
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
