/** What a case shows, on screen and in the pack. */
import { DayCurve } from '../../../../kit/console/widgets/day-curve.tsx';
import { PlainTable } from '../../../../kit/console/widgets/plain-table.tsx';
import { labelIn } from '../../../../kit/define/states.ts';
import { recordKinds, results } from '../../../kitchen/public.ts';
import { openWays, sampleStatuses } from '../../../samples/public.ts';
import { caseStatuses } from '../case-words.ts';
import type { CaseDish, CaseMeal, OpenCase } from '../read-case.ts';
import type { CaseCurve } from '../read-curves.ts';
import { RiskTable } from './risk-table.tsx';

const short = (iso: string | null) => (iso ?? '').slice(5, 16).replace('T', ' ');
const few = 5;

const mealRow = (meal: CaseMeal) => ({
  ...meal,
  name: meal.label,
  more: [meal.medianHours === null ? '—' : meal.medianHours.toFixed(1)],
});
const dishRow = (dish: CaseDish) => ({
  ...dish,
  name: `${dish.dish}（${dish.label}）`,
  more: [String(dish.unknown), `${dish.interviewed} / ${dish.lined}`, dish.ingredients.slice(0, 6).join('、')],
});

export function Curve({ of }: { of: OpenCase }) {
  const most = Math.max(1, ...of.curve.map((one) => one.count));
  return (
    <ul className="tr-curve" aria-label="发病曲线">
      {of.curve.map((one) => (
        <li key={one.hour} title={`${short(one.hour)} ${one.count} 人`}>
          {one.count > 0 ? one.count : ''}
          <i style={{ height: (one.count / most) * 60 }} />
          {one.hour.slice(11, 13)}时
        </li>
      ))}
    </ul>
  );
}

/** One day of a cabinet, with the samples it held. */
function Cold({ cabinet, samples, day }: CaseCurve) {
  const { ok, out, none } = day.figures;
  const told = `${cabinet} ${day.day}：达标 ${ok} 分钟，超限 ${out} 分钟，无数据 ${none} 分钟`;
  return (
    <figure className="tr-cold">
      <figcaption>
        <b>{told}</b>　在柜 {samples.join('、')}
      </figcaption>
      <DayCurve day={day} passed={ok + out + none} told={told} unit="℃" />
    </figure>
  );
}

export function CaseReport({ of }: { of: OpenCase }) {
  return (
    <>
      <section className="tr-card" aria-label="概况">
        <h2>
          {of.title}（{of.caseNo}，{labelIn(caseStatuses, of.status)}）
        </h2>
        <p>
          时段 {short(of.fromAt)} 至 {short(of.toAt)}；患者 {of.sick} 人，比较 {of.cohort}{' '}
          人（时段内在本单位就餐的，加上患者与对照）。
          {of.reportedOnly > 0 ? `另有 ${of.reportedOnly} 人报过餐而没有就餐记录，不计入就餐。` : ''}
        </p>
        <p>
          {of.sick < few ? `患者不足 ${few} 人，下面的数只供提示。` : ''}
          比较了 {of.meals.length} 餐、{of.dishes.length} 道菜；统计关联不是证明，须与化验结果合看。
          {of.conclusion ? `结论：${of.conclusion}` : ''}
        </p>
        {of.namelessAt === null ? null : (
          <p>结案满两年，姓名已于 {short(of.namelessAt)} 隐去，按记录的就餐不再能对到人；以当时导出的资料为准。</p>
        )}
        <Curve of={of} />
      </section>
      <section className="tr-card tr-wide" aria-label="各餐">
        <h2>各餐（全部就餐者）</h2>
        <RiskTable title="各餐" first="餐" more={['中位潜伏（小时）']} rows={of.meals.map(mealRow)} />
        <p>开餐前已经发病的人不计入那一餐，吃了与没吃两边都不计。</p>
      </section>
      <section className="tr-card tr-wide" aria-label="各菜">
        <h2>各菜（访谈 I 与明细 A；只付整餐的不知道吃了什么）</h2>
        <RiskTable title="各菜" first="菜" more={['不详', '访谈/明细', '食材']} rows={of.dishes.map(dishRow)} />
        <p>* 有一格为 0，四格各加 0.5 后计算。标红的行 95% CI 下限大于 1。</p>
      </section>
      <section className="tr-card tr-wide" aria-label="样品">
        <h2>样品（{of.samples.length}）</h2>
        <PlainTable heads={['编号', '品名', '餐', '状态', '克数', '位置', '在柜', '最高柜温']}>
          {of.samples.map((sample) => (
            <tr key={sample.id}>
              <td>{sample.sampleNo}</td>
              <th scope="row">{sample.dish}</th>
              <td>{sample.label}</td>
              <td>{labelIn(sampleStatuses, sample.status)}</td>
              <td>{sample.grams ?? ''}</td>
              <td>{[sample.cabinet, sample.cell].filter(Boolean).join(' ')}</td>
              <td>
                {sample.putAt === null
                  ? ''
                  : `${short(sample.putAt)} 至 ${sample.removedAt === null ? '现在' : short(sample.removedAt)}`}
              </td>
              <td>
                {sample.tempMax10 === null ? '无数据' : `${(sample.tempMax10 / 10).toFixed(1)} ℃`}
                {sample.tempOut ? '（柜温异常）' : ''}
              </td>
            </tr>
          ))}
        </PlainTable>
      </section>
      {of.curves.length > 0 ? (
        <section className="tr-card tr-wide" aria-label="柜温">
          <h2>样品在柜期间的柜温</h2>
          <p className="k-muted">灰色为没有数据，虚线为上下限，底边橙色为开门</p>
          {of.curves.map((one) => (
            <Cold key={`${one.cabinet} ${one.day.day}`} {...one} />
          ))}
        </section>
      ) : null}
      <section className="tr-card tr-wide" aria-label="用料批次">
        <h2>各餐领用的批次（{of.lots.length}）</h2>
        <PlainTable
          heads={['餐', '商品', '批次', '供应商', '生产日期', '到期日期', '领用', '菜品', '同批还用于', '状态']}
        >
          {of.lots.map((lot) => (
            <tr key={`${lot.label} ${lot.id}`}>
              <td>{lot.label}</td>
              <th scope="row">{lot.goods}</th>
              <td>{lot.lotNo}</td>
              <td>{lot.supplier}</td>
              <td>{lot.producedOn ?? ''}</td>
              <td>{lot.expiresOn ?? ''}</td>
              <td>{lot.issuedWords}</td>
              <td>{lot.said ?? '未注明'}</td>
              <td>{lot.elsewhere}</td>
              <td>{{ NORMAL: '正常', SEALED: '已封存', EXPIRED: '已过期' }[lot.status]}</td>
            </tr>
          ))}
        </PlainTable>
      </section>
      <section className="tr-card tr-wide" aria-label="后厨">
        <h2>首餐前 8 小时起在后厨的人（{of.kitchen.length}）</h2>
        <PlainTable heads={['日期', '餐厅', '姓名', '晨检', '原因', '进后厨', '健康证至']}>
          {of.kitchen.map((one) => (
            <tr key={`${one.day} ${one.id}`}>
              <td>{one.day}</td>
              <td>{one.place}</td>
              <th scope="row">{one.name}</th>
              <td>{one.result === null ? '未检' : labelIn(results, one.result)}</td>
              <td>{one.why}</td>
              <td>{one.enteredAt === null ? '' : short(one.enteredAt)}</td>
              <td>{one.certificateUntil ?? ''}</td>
            </tr>
          ))}
        </PlainTable>
      </section>
      <section className="tr-card tr-wide" aria-label="后厨记录">
        <h2>消毒、检测、废弃物、添加剂（{of.records.length}）</h2>
        <PlainTable heads={['时间', '餐厅', '类别', '对象', '怎么做的', '结果']}>
          {of.records.map((one) => (
            <tr key={one.id}>
              <td>{short(one.at)}</td>
              <td>{one.place}</td>
              <td>{labelIn(recordKinds, one.kind)}</td>
              <th scope="row">{one.object}</th>
              <td>{one.how}</td>
              <td>{one.passed === null ? '' : one.passed ? '合格' : '不合格'}</td>
            </tr>
          ))}
        </PlainTable>
      </section>
      <section className="tr-card tr-wide" aria-label="开柜">
        <h2>留样柜打开过（{of.openings.length}）</h2>
        <PlainTable heads={['时间', '留样柜', '人员', '方式', '时长', '']}>
          {of.openings.map((one) => (
            <tr key={one.id}>
              <td>{short(one.at)}</td>
              <td>{one.cabinet}</td>
              <th scope="row">{one.name}</th>
              <td>{labelIn(openWays, one.way)}</td>
              <td>{one.seconds === null ? '没有关门记录' : `${one.seconds} 秒`}</td>
              <td>{one.illegal ? '非法开柜' : ''}</td>
            </tr>
          ))}
        </PlainTable>
      </section>
    </>
  );
}

export function PeopleTable({ of }: { of: OpenCase }) {
  return (
    <PlainTable label="人员" heads={['姓名', '工号', '患病', '发病时间', '症状', '就餐记录']}>
      {of.people.map((person) => (
        <tr key={person.id}>
          <th scope="row">{person.name}</th>
          <td>{person.jobNumber}</td>
          <td>{person.sick ? '患者' : '对照'}</td>
          <td>{short(person.onsetAt)}</td>
          <td>{person.symptoms}</td>
          <td>{person.known ? (person.noMeal ? '时段内没有' : '有') : '不在档案'}</td>
        </tr>
      ))}
    </PlainTable>
  );
}
