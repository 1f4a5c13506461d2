/** How much a batch is: of the spreadsheet, of the check, of the run; and by department. */
import { useQuery } from '@tanstack/react-query';
import { Figure, Figures, RunProgress } from '../../../kit/console/batch/figures.tsx';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type BatchHead, readDepartments } from './batch-api.ts';

const money = (fen: number | null) => (fen === null ? '笔' : `笔，${formatFenGrouped(fen)} 元`);

/** The batch's totals, and how far the run is. */
export function BatchTotals({ batch }: { batch: BatchHead }) {
  const running = batch.status === 'GRANTING';
  const done = batch.postedCount + batch.failedCount;
  const started = done > 0 || running;
  const difference = batch.sheetFen === null ? 0 : batch.sheetFen - batch.totalFen;
  return (
    <>
      <Figures>
        {batch.sheetCount === null ? null : (
          <Figure label="表格中" unit={money(batch.sheetFen)}>
            {batch.sheetCount.toLocaleString('en-US')}
          </Figure>
        )}
        <Figure label={started ? '审核合计' : '可执行'} unit={money(batch.totalFen)}>
          {batch.totalCount.toLocaleString('en-US')}
        </Figure>
        {started ? (
          <>
            <Figure label="已完成" unit={money(batch.postedFen)}>
              {batch.postedCount.toLocaleString('en-US')}
            </Figure>
            <Figure label="失败" unit={money(batch.failedFen)} bad={batch.failedCount > 0}>
              {batch.failedCount.toLocaleString('en-US')}
            </Figure>
          </>
        ) : (
          <Figure label="未列入（不执行）" unit={money(null)} bad={batch.leftOutCount > 0}>
            {batch.leftOutCount.toLocaleString('en-US')}
          </Figure>
        )}
      </Figures>
      {!started && difference !== 0 ? (
        <p className="k-help">
          表格合计与可执行合计相差 {formatFenGrouped(difference)} 元，是未列入的行，见下面各类原因。
        </p>
      ) : null}
      {started ? (
        <>
          <RunProgress done={done} of={batch.totalCount} running={running} failed={batch.failedCount} />
          <p className="k-help">
            审核合计 {formatFenGrouped(batch.totalFen)} = 已完成 {formatFenGrouped(batch.postedFen)} + 失败{' '}
            {formatFenGrouped(batch.failedFen)} + 未执行{' '}
            {formatFenGrouped(batch.totalFen - batch.postedFen - batch.failedFen)}
          </p>
        </>
      ) : null}
    </>
  );
}

/** Lines that may be posted, by department; `stamp` says when to read again. */
export function DepartmentSums({ path, id, stamp }: { path: string; id: number; stamp: string }) {
  const { data } = useQuery({
    queryKey: [...pageKey(path), 'departments', id, stamp],
    queryFn: () => readDepartments(path, id),
  });
  if (!data || data.length === 0) return null;
  return (
    <section className="k-card kb-card sb-sums" aria-labelledby="sb-sums">
      <h2 id="sb-sums">各部门合计</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">部门</th>
            <th scope="col">笔数</th>
            <th scope="col">金额（元）</th>
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={row.departmentName}>
              <td>{row.departmentName}</td>
              <td>{row.count}</td>
              <td className="k-num">{formatFenGrouped(row.fen)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
