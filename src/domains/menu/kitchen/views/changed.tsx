/** Who printed the sheet when, and what has changed since the last time. */
import { Alert, Button, Popover } from 'antd';
import { formatTime } from '../../../../kit/console/clock.ts';
import { labelIn } from '../../../../kit/define/states.ts';
import type { FigureChange } from '../changes.ts';
import { bases } from '../portions.ts';
import type { Prints } from '../prints.ts';

/** So many are named; the sheet marks all of them. */
const shown = 8;

function PrintList({ prints: { list, count } }: { prints: Prints }) {
  return (
    <table className="kt-prints">
      <thead>
        <tr>
          <th scope="col">打印时间</th>
          <th scope="col">打印人</th>
          <th scope="col">份数依据</th>
          <th scope="col">合计</th>
        </tr>
      </thead>
      <tbody>
        {list.map((one) => (
          <tr key={one.id}>
            <td>{formatTime(one.at)}</td>
            <td>{one.by}</td>
            <td>{labelIn(bases, one.basis)}</td>
            <td>{one.heads} 份</td>
          </tr>
        ))}
      </tbody>
      {count > list.length ? <caption>最近 {list.length} 次</caption> : null}
    </table>
  );
}

export function Changed({ prints, changes }: { prints: Prints; changes: readonly FigureChange[] }) {
  const [last] = prints.list;
  if (!last) return null;
  const told = changes.slice(0, shown).map(({ label, was, now }) => `${label} ${was} → ${now}`);
  const rest = changes.length > shown ? `，另有 ${changes.length - shown} 处，见下面标出的数字` : '';
  return (
    <Alert
      type={changes.length > 0 ? 'warning' : 'info'}
      showIcon
      title={`${formatTime(last.at)} ${last.by} 打印以后，${changes.length > 0 ? `${changes.length} 处有变化` : '没有变化'}`}
      description={changes.length > 0 ? `${told.join('；')}${rest}` : undefined}
      action={
        <Popover trigger="click" placement="bottomRight" content={<PrintList prints={prints} />}>
          <Button size="small">打印记录（{prints.count} 次）</Button>
        </Popover>
      }
    />
  );
}
