/** The three whose weeks docs/meals.md tells, at the school: each with a ready-made role of theirs and nothing else. */
import { demoPassword, openOwner } from '../domains/identity/public.server.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import type { Life } from './life.ts';

const area = '/admin/organization';

const staff = [
  { loginName: 'canteen', name: '万经理', phone: '13600004021', role: '食堂管理员', jobTitle: '食堂经理' },
  { loginName: 'nutrition', name: '汤营养', phone: '13600004022', role: '菜谱编制', jobTitle: '营养师' },
  { loginName: 'teacher', name: '温老师', phone: '13600004023', role: '班主任', jobTitle: '班主任' },
] as const;

/** The class of the class teacher: the first there is. */
export const ownClassOf = (people: Life['people']): number => people.find(({ type }) => type === '学生')!.departmentId;

/** Opens their accounts; the class teacher has the first class. */
export async function openMealStaff({ services, actor, organizationId, people, plan }: Life): Promise<void> {
  if (plan.kind !== 'SCHOOL') return;
  const roles = await actor.call<{ id: number; name: string }[]>(`${area}/role`, 'options', { size: 50 });
  const ownClass = ownClassOf(people);
  for (const { role, jobTitle, ...person } of staff) {
    const opened = await openOwner(services, {
      unitType: 'ORGANIZATION',
      unitId: organizationId,
      password: demoPassword,
      ...person,
    });
    if (isRefusal(opened)) throw new Error(`${person.loginName}: ${refusalMessage(opened)}`);
    const id = opened.employeeId;
    const { version } = await actor.call<{ version: number }>(`${area}/employee`, 'get', { id });
    await actor.call(`${area}/employee`, 'update', {
      id,
      version,
      jobTitle,
      roleIds: [roles.find(({ name }) => name === role)!.id],
      departmentIds: role === '班主任' ? [ownClass] : [],
    });
  }
}
