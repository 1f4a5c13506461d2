/** 管控清单. */
import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { type ActionInput, bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal, type Refusal } from '../../../../kit/server/refusal.ts';
import { checkListOn, type NewCheckList, saveCheckList } from '../check-lists.ts';
import { amendVerb, periodOf, type SheetKind, sheetKinds } from '../sheet-words.ts';
import spec from './food_safety_employee-check_list.page.ts';

async function amend(ctx: Ctx, kind: SheetKind, { values }: ActionInput): Promise<Refusal | null> {
  const saved = await saveCheckList(ctx, kind, values as unknown as NewCheckList);
  return isRefusal(saved) ? saved : null;
}

/** Id of the version of a kind that holds; the kind is said, so that one of which there is none is not looked for among the others. */
const heldNow = (
  ctx: Ctx,
  kind: SheetKind,
) => sql`(select c.id from check_list c where c.organization_id = ${ownOrganization(ctx)}
  and c.kind = ${kind} and c.from_date <= ${dateAt(ctx.clock.now())}::date order by c.from_date desc, c.id desc limit 1)`;

export default bind(spec, {
  list: over(
    spec,
    'check_list as l',
    {
      columns: {
        state: sql`case when l.from_date > now.today then 'COMING' when l.id = any(now.current) then 'NOW' else 'PAST' end`,
        count: sql`jsonb_array_length(l.items)`,
        items: sql`(select string_agg(i.item ->> 'label', e'\n' order by i.n) from jsonb_array_elements(l.items) with ordinality as i (item, n))`,
      },
    },
    (from, ctx) =>
      // One version of each kind holds: looked up once, not beside each row.
      from.innerJoin(
        sql<{ today: string; current: number[] }>`(select ${dateAt(ctx.clock.now())}::date as today,
          array[${sql.join(sheetKinds.map(({ value }) => heldNow(ctx, value)))}] as current)`.as('now'),
        (on) => on.onTrue(),
      ),
  ),
  actions: {
    ...Object.fromEntries(
      sheetKinds.map(({ value }) => [amendVerb(value), (ctx: Ctx, input: ActionInput) => amend(ctx, value, input)]),
    ),
    amend: (ctx, input) => amend(ctx, input.rows[0]!.kind as SheetKind, input),
  },
  notice: async (ctx) => {
    const today = dateAt(ctx.clock.now());
    const told: string[] = [];
    for (const { value, label } of sheetKinds) {
      const { id, items } = await checkListOn(ctx, value, periodOf(value, today).from);
      told.push(`${label} ${items.length} 项（${id === null ? '软件自带' : '本单位修订'}）`);
    }
    return { tone: 'info', text: `现行：${told.join('，')}。已签的表按签名时的清单，不受修订影响。` };
  },
});
