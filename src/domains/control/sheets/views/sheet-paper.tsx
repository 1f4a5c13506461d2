/** A sheet as it is printed: what the screen shows, who signed, and room for a hand. */
import { formatTime } from '../../../../kit/console/clock.ts';
import { PlainTable } from '../../../../kit/console/widgets/plain-table.tsx';
import { labelIn } from '../../../../kit/define/states.ts';
import type { SheetShown } from '../read-sheet.ts';
import { sheetKinds, verdicts } from '../sheet-words.ts';

export function SheetPaper({ sheet, printedAt }: { sheet: SheetShown; printedAt: number }) {
  return (
    <section className="k-sheet cs-paper">
      <h1>食品安全{labelIn(sheetKinds, sheet.kind)}记录</h1>
      <p>
        {sheet.unit}　{sheet.label}
        {sheet.corrected > 0 ? `　更正 ${sheet.corrected} 次${sheet.reason ? `：${sheet.reason}` : ''}` : ''}
      </p>
      <PlainTable heads={['项目', '系统统计', '结论', '说明']}>
        {sheet.items.map((item) => (
          <tr key={item.key}>
            <th scope="row">{item.label}</th>
            <td>{item.auto ? item.value : '现场检查'}</td>
            <td>{item.verdict === null ? '未查' : labelIn(verdicts, item.verdict)}</td>
            <td>{item.note}</td>
          </tr>
        ))}
      </PlainTable>
      {sheet.changed.map((one) => (
        <p key={one.label}>
          签后有变化　{one.label}：签名时“{one.signed}”，现在“{one.now}”
        </p>
      ))}
      <p>
        {sheet.signedAt === null
          ? '尚未签名'
          : `签名：${sheet.signerName}　${formatTime(sheet.signedAt)}　摘要 SHA-256 ${sheet.digest}`}
      </p>
      <p className="k-print-foot">打印时间 {formatTime(printedAt)}　核对 ____________</p>
    </section>
  );
}
