/** Batches of the counter over many people, taken up to where another person has them, or carried out. */
import { runFundingBatch } from '../domains/funding/public.server.ts';
import { area, type Life } from './life.ts';

const never = new AbortController().signal;

/** A batch over the cast's departments that waits for another person; answers its id. */
export async function handInBatch(life: Life, path: string, values: Record<string, unknown>): Promise<number> {
  const departments = await life.actor.call<{ id: number; name: string }[]>(`${area}/department`, 'options', {
    size: 200,
  });
  const own = life.plan.groups.find((group) => group.cast)!.children;
  const departmentIds = departments.filter(({ name }) => own.some((child) => name.includes(child))).map(({ id }) => id);
  const { id } = await life.actor.call(path, 'create', { mode: 'BY_DEPT', departmentIds, ...values });
  await life.actor.call(path, 'submit', { id });
  return id;
}

/** The same, approved by the other administrator and run. */
export async function carryOutBatch(life: Life, path: string, values: Record<string, unknown>): Promise<void> {
  const id = await handInBatch(life, path, values);
  await life.checker.call(path, 'approve', { id });
  await runFundingBatch(life.services, { organizationId: life.organizationId, id }, never);
}
