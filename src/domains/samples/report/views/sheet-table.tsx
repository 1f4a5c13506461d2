/** The day's sheet as the annex of the operating rules has it, on screen and on paper. */
import { PlainTable } from '../../../../kit/console/widgets/plain-table.tsx';
import { labelIn } from '../../../../kit/define/states.ts';
import { sampleQualities } from '../../desk/sample-words.ts';
import type { SampleSheet, SheetRow } from '../sheet.ts';

const short = (iso: string | null) => (iso ?? '').slice(5, 16).replace('T', ' ');

const noted = (row: SheetRow): string =>
  [
    row.status === 'EXEMPT' ? `免留：${row.exempt}` : '',
    row.status === 'MISSED' ? '漏留' : row.status === 'TO_SAMPLE' ? '待留' : '',
    row.quality !== null && row.quality !== 'GOOD' ? `${labelIn(sampleQualities, row.quality)}：${row.note}` : '',
    row.tempOut ? '柜温异常' : '',
  ]
    .filter(Boolean)
    .join('；');

const heads = ['餐次', '品名', '留样时间', '留样量（克）', '保存条件', '保存至', '留样人', '存放', '销样', '备注'];

export function SheetTable({ sheet, printed }: { sheet: SampleSheet; printed?: string }) {
  return (
    <section className="k-sheet sm-sheet">
      <h1>食品留样记录</h1>
      <p>
        {sheet.unit} {sheet.place}　{sheet.date}　订餐单位、送餐时间：本单位就餐，不外送
      </p>
      <PlainTable heads={heads}>
        {sheet.rows.map((row) => (
          <tr key={row.no}>
            <td>{row.mealName}</td>
            <th scope="row">
              {row.dish}
              {row.batch > 1 ? `（第 ${row.batch} 批）` : ''}
            </th>
            <td>{short(row.sampledAt)}</td>
            <td className="k-print-right">{row.grams ?? ''}</td>
            <td>{row.grams === null ? '' : sheet.kept}</td>
            <td>{short(row.dueAt)}</td>
            <td>{row.sampler}</td>
            <td>{row.cell}</td>
            <td>
              {row.removedAt
                ? `${short(row.removedAt)} ${row.removerName}${row.witnessName ? `、${row.witnessName}` : ''}`
                : ''}
            </td>
            <td>{noted(row)}</td>
          </tr>
        ))}
      </PlainTable>
      {sheet.signs.map((sign) => (
        <p key={sign.at}>
          签字：{sign.name}　{short(sign.at)}　摘要 {sign.digest.slice(0, 16)}
          {sign.digest === sheet.digest ? '，与现在一致' : `，签后有变化：${sign.changes.join('；')}`}
        </p>
      ))}
      <p className="k-print-foot">
        摘要 {sheet.digest}
        {printed ? `　打印时间 ${printed}　审核 ____________` : ''}
      </p>
    </section>
  );
}
