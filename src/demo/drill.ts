/** A drill of the school: twelve sick names, sealed, reported, concluded. */
import { demoPassword } from '../domains/identity/public.server.ts';
import { unsealSamples } from '../domains/samples/public.server.ts';
import { addDays, dateAt, isoAt } from '../kit/server/clock.ts';
import { runCommand } from '../kit/server/page/command.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import { area, at, isWeekend, type Life } from './life.ts';
import { approvers } from './staff.ts';

const path = `${area}/food_trace`;

/** Days ago, as it is liked best: kitchens cook little or nothing at the weekend, and a drill needs a lunch. */
const liked = [3, 2, 4];

/** Lives it some three days before `now`; the next morning two close it, and its samples are free again. */
export async function liveDrill(
  { actor, checker, plan, people }: Life,
  now: number,
  setNow: (ms: number) => void,
): Promise<void> {
  const days = liked.map((ago) => addDays(dateAt(now), -ago));
  const day = days.find((one) => !isWeekend(one)) ?? days[0]!;
  const chosen = people.filter((_, i) => i % 3 === 1).slice(0, 12);
  const sick = await actor
    .ctx(path)
    .db.selectFrom('person')
    .select(['id', 'job_number as jobNumber'])
    .where(
      'id',
      'in',
      chosen.map((person) => person.id),
    )
    .orderBy('id')
    .execute();
  setNow(at(day, 20 * 60));
  const { id } = await actor.call(path, 'create', {
    title: '食物中毒应急演练',
    remark: '演练：午餐后陆续腹泻，按预案封存、上报',
    fromAt: isoAt(at(day, 0)),
    toAt: isoAt(at(day, 19 * 60)),
    people: sick.map((person, i) => ({
      who: person.jobNumber ?? '',
      sick: true,
      onsetAt: isoAt(at(day, 15 * 60 + ((i * 37) % 200))),
      symptoms: i % 3 === 0 ? '呕吐、腹泻' : '腹泻',
    })),
  });
  await actor.call(path, 'open', { id });
  setNow(at(day, 21 * 60));
  await actor.call(path, 'report', { id, note: '演练：21:00 电话报告市场监管所，受理号 YL-01' });
  setNow(at(addDays(day, 1), 9 * 60));
  await actor.call(path, 'close', {
    id,
    note: '演练：2 小时内完成封存、送检与上报，流程符合预案；补充了夜间值班联系人',
    witness: { account: approvers[plan.loginName], password: demoPassword },
  });
  const { accountId, account, name } = checker.ctx(path).session;
  const ctx = actor.ctx('/admin/organization/sample_management');
  const sealed = await ctx.db.selectFrom('sample').select('id').where('status', '=', 'SEALED').orderBy('id').execute();
  const ids = sealed.map((sample) => sample.id);
  const answer = await runCommand(ctx, (inner) =>
    unsealSamples({ ...inner, witness: { accountId, account, name } }, ids, '演练结束', undefined),
  );
  if (isRefusal(answer)) throw new Error(`demo drill: ${refusalMessage(answer)}`);
  setNow(now);
}
