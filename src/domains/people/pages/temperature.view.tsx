/** 体温记录: a temperature with its unit, red when abnormal, and the threshold over the table. */
import { useQuery } from '@tanstack/react-query';
import { post } from '../../../kit/console/http/client.ts';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';
import { type CellProps, type SlotProps, view } from '../../../kit/console/view.ts';
import type { PeopleSetting } from '../people-setting.ts';

function Degrees({ row, value }: CellProps) {
  return row.abnormal === 'ABNORMAL' ? <b className="k-negative">{String(value)} ℃</b> : <span>{String(value)} ℃</span>;
}

function Threshold({ path, rows }: SlotProps) {
  const { data } = useQuery({
    // The list is read anew after the threshold changed; so is this.
    queryKey: [...pageKey(path), 'setting', rows],
    queryFn: () => post<PeopleSetting>(path, 'setting', {}),
  });
  return data ? (
    <p className="k-muted" style={{ margin: '0 0 8px' }}>
      当前异常阈值：{data.feverFrom} ℃（达到或超过即为异常）
    </p>
  ) : null;
}

export default view({ cells: { temperature: Degrees }, slots: { aboveTable: Threshold } });
