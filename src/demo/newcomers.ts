/** Two people opened this week: one has a card and no money yet, one has no card. */
import { area, type Life } from './life.ts';

/** Opens them and answers their ids. */
export async function newcomers({ actor, people, plan }: Life): Promise<[withCard: number, without: number]> {
  const known = people[0]!;
  const { rows } = await actor.call<{ rows: { departmentId: number; typeId: number }[] }>(`${area}/user`, 'query', {
    search: { keyword: known.cardNo },
  });
  const { departmentId, typeId } = rows[0]!;
  const open = async (name: string, n: number, more: Record<string, unknown>) =>
    (
      await actor.call(`${area}/user`, 'create', {
        name,
        jobNumber: `${plan.jobNumberPrefix}9${String(n).padStart(3, '0')}`,
        departmentId,
        typeId,
        ...more,
      })
    ).id;
  const [first, second] = plan.kind === 'SCHOOL' ? ['尚可欣', '单子昂'] : ['宁书远', '屈婉清'];
  return [
    await open(first!, 1, { cardNo: `${plan.loginName === 'school' ? '18' : '28'}0000001` }),
    await open(second!, 2, {}),
  ];
}
