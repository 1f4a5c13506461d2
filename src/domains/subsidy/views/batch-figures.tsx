/** How much a batch is: of the spreadsheet, of the check, of the run; and by department. */
import { useQuery } from '@tanstack/react-query';
import { Progress } from 'antd';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type BatchHead, readDepartments } from './batch-api.ts';

function Figure({ label, count, fen, bad }: { label: string; count: number; fen: number | null; bad?: boolean }) {
  return (
    <div className="sb-figure">
      <small>{label}</small>
      <b className={bad && count > 0 ? 'k-negative' : ''}>{count.toLocaleString('en-US')}</b>
      <span>笔{fen === null ? '' : `，${formatFenGrouped(fen)} 元`}</span>
    </div>
  );
}

/** The batch's totals, and how far the run is. */
export function Figures({ batch }: { batch: BatchHead }) {
  const started = batch.postedCount + batch.failedCount > 0 || batch.status === 'GRANTING';
  const done = batch.postedCount + batch.failedCount;
  const difference = batch.sheetFen === null ? 0 : batch.sheetFen - batch.totalFen;
  return (
    <section className="k-card" aria-label="合计">
      <div className="sb-figures">
        {batch.sheetCount === null ? null : <Figure label="表格中" count={batch.sheetCount} fen={batch.sheetFen} />}
        <Figure label={started ? '审核合计' : '可执行'} count={batch.totalCount} fen={batch.totalFen} />
        {started ? <Figure label="已完成" count={batch.postedCount} fen={batch.postedFen} /> : null}
        {started ? <Figure label="失败" count={batch.failedCount} fen={batch.failedFen} bad /> : null}
        {started ? null : <Figure label="未列入（不执行）" count={batch.leftOutCount} fen={null} bad />}
      </div>
      {!started && difference !== 0 ? (
        <p className="k-help">
          表格合计与可执行合计相差 {formatFenGrouped(difference)} 元，是未列入的行，见下面各类原因。
        </p>
      ) : null}
      {started ? (
        <>
          <Progress
            percent={batch.totalCount === 0 ? 0 : Math.floor((done / batch.totalCount) * 100)}
            status={batch.status === 'GRANTING' ? 'active' : batch.failedCount > 0 ? 'exception' : 'success'}
            aria-label="执行进度"
          />
          <p className="k-help">
            审核合计 {formatFenGrouped(batch.totalFen)} = 已完成 {formatFenGrouped(batch.postedFen)} + 失败{' '}
            {formatFenGrouped(batch.failedFen)} + 未执行{' '}
            {formatFenGrouped(batch.totalFen - batch.postedFen - batch.failedFen)}
          </p>
        </>
      ) : null}
    </section>
  );
}

/** Lines that may be posted, by department; `stamp` says when to read again. */
export function DepartmentSums({ path, id, stamp }: { path: string; id: number; stamp: string }) {
  const { data } = useQuery({
    queryKey: [path, 'departments', id, stamp],
    queryFn: () => readDepartments(path, id),
  });
  if (!data || data.length === 0) return null;
  return (
    <section className="k-card sb-sums" aria-labelledby="sb-sums">
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
