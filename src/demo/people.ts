/** The people of a demo organization: types, department tree, persons with cards and purses. */

import { acting, type NewPerson, openPeople } from '../domains/people/public.server.ts';
import type { Chance } from '../kit/server/chance.ts';
import type { Services } from '../kit/server/context.ts';
import { sqlOf } from '../kit/server/db/sql-of.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import type { Actor } from './act.ts';
import { mobile, personName } from './names.ts';
import type { OrganizationPlan } from './plan.ts';

export interface DemoPerson {
  id: number;
  cardNo: string;
  name: string;
  type: string;
  departmentId: number;
  /** One of the dozen to whom things happen. */
  cast: boolean;
  /** Comes to eat no more: the card is lost, the account suspended. */
  away?: true;
}

const area = '/admin/organization';

/** Person types by name. */
export async function openTypes(actor: Actor, plan: OrganizationPlan): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { isDefault: _, ...type } of plan.types)
    ids.set(
      type.name,
      (
        await actor.call(`${area}/type`, 'create', {
          ...type,
          accounts: ['MAIN', 'SUBSIDY'],
          mustOrder: false,
          allowOverdraft: false,
          overdraftLimitFen: 0,
        })
      ).id,
    );
  return ids;
}

/** Departments and everyone in them, by the same command an import uses. */
export async function openEveryone(
  services: Services,
  actor: Actor,
  plan: OrganizationPlan,
  typeIds: ReadonlyMap<string, number>,
  by: Chance,
): Promise<DemoPerson[]> {
  const rows: (NewPerson & { type: string; departmentId: number; cast: boolean })[] = [];
  let number = 1;
  for (const [sort, group] of plan.groups.entries()) {
    const parent = await actor.call(`${area}/department`, 'create', { name: group.name, kind: group.kind, sort });
    for (const [childSort, name] of group.children.entries()) {
      const { id: departmentId } = await actor.call(`${area}/department`, 'create', {
        name,
        kind: group.childKind,
        parentId: parent.id,
        sort: childSort,
      });
      for (let i = 0; i < group.peoplePerChild; i += 1, number += 1) {
        const { name: personsName, gender } = personName(by);
        const jobNumber = `${plan.jobNumberPrefix}${String(number).padStart(4, '0')}`;
        rows.push({
          name: personsName,
          gender,
          jobNumber,
          departmentId,
          typeId: typeIds.get(group.type)!,
          type: group.type,
          cast: group.cast === true,
          phone: mobile(by),
          cardNo: `${plan.loginName === 'school' ? '1' : '2'}0${String(26_000_000 + number * 7)}`,
        });
      }
    }
  }
  const ctx = actor.ctx(`${area}/user`);
  const opened = await services.db.transaction().execute((trx) => openPeople(sqlOf(trx), acting(ctx), rows));
  if (isRefusal(opened)) throw new Error(refusalMessage(opened));
  return rows.flatMap((row, i) =>
    opened.personIds[i]
      ? [
          {
            id: opened.personIds[i]!,
            cardNo: row.cardNo!,
            name: row.name,
            type: row.type,
            departmentId: row.departmentId,
            cast: row.cast,
          },
        ]
      : [],
  );
}
