/** A planned charge as its form shows it: everybody to be ticked, then the totals of those who are. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Preview } from '../../../kit/define/preview.ts';
import type { ChargePlan } from './charge-plan.ts';
import { chosenAtFirst } from './chosen-first.ts';
import type { ChargeKind } from './states.ts';

/** Numbers named in one notice. */
const named = 20;
const list = (numbers: readonly string[]) =>
  `${numbers.slice(0, named).join('、')}${numbers.length > named ? ' 等' : ''}`;

const leftOutWords = (kind: ChargeKind): string =>
  kind === 'COLLECT' ? '人本餐已消费或已记未就餐，没有勾选；确要核销请勾选' : '人本餐已消费，没有勾选；确要再扣请勾选';

/** Everybody of the plan. `byGroup`: whole departments or types were asked for. */
export function chargeRows(plan: ChargePlan, byGroup: boolean, kind: ChargeKind): Preview {
  const first = new Set(chosenAtFirst(plan, byGroup));
  const skipped = plan.lines.filter((line) => line.problem === null && !first.has(line.personId)).length;
  const notices: NonNullable<Preview['notices']>[number][] = [];
  if (plan.missing.length > 0)
    notices.push({ tone: 'warning', text: `${plan.missing.length} 个号码没有找到人：${list(plan.missing)}` });
  if (plan.repeated.length > 0)
    notices.push({ tone: 'info', text: `${plan.repeated.length} 个号码重复，只扣一次：${list(plan.repeated)}` });
  if (skipped > 0) notices.push({ tone: 'info', text: `${skipped} ${leftOutWords(kind)}` });
  const rows = plan.lines.map(({ eaten: _, missed: __, orderId: ___, ...line }) => ({
    ...line,
    off: !first.has(line.personId),
  }));
  return { rows, figures: [], notices };
}

/** What charging these people comes to. */
export function chargeTotals(plan: ChargePlan, chosen: ReadonlySet<number>, kind: ChargeKind): Preview {
  const lines = plan.lines.filter((line) => line.problem === null && chosen.has(line.personId));
  const totalFen = lines.reduce((sum, line) => sum + line.amountFen, 0);
  const meals = lines.reduce((sum, line) => sum + line.countUsed, 0);
  const alone = totalFen <= plan.limitFen;
  const [total, limit] = [formatFenGrouped(totalFen), formatFenGrouped(plan.limitFen)];
  const orders = kind === 'COLLECT';
  return {
    figures: [
      { label: orders ? '订单' : '人数', value: lines.length, unit: orders ? '单' : '人' },
      meals > 0 ? { label: '扣次数', value: meals, unit: '次' } : { label: '扣款合计', value: totalFen, kind: 'money' },
    ],
    notices: [
      {
        tone: alone ? 'warning' : 'info',
        text: alone
          ? `合计不超过免审限额 ${limit} 元，提交后立即扣款。`
          : `合计超过免审限额 ${limit} 元，须由另一人审核后扣款。`,
        more: orders
          ? '从下单时冻结的金额扣；可以整批撤销：订单回到待取，金额退回并重新冻结。'
          : '扣款后不能删除，可以整批撤销：每笔按原扣款顺序退回原账户。',
      },
    ],
    submit: orders
      ? `${alone ? '核销' : '提交审核'} ${lines.length} 单 ${total} 元`
      : meals > 0
        ? `核销 ${meals} 次`
        : alone
          ? `立即扣款 ${total} 元`
          : `提交审核 ${total} 元`,
    agreed: { totalCount: lines.length, totalFen },
  };
}
