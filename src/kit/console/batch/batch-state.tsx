/** Where a batch stands, in its record: what has to be known, how much it is, how far its run has come, what was not done. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useEffect, useRef } from 'react';
import { formatFenGrouped } from '../../define/fen.ts';
import type { AnyPage } from '../../define/page.ts';
import type { AnyRow } from '../screens/logic/actions.ts';
import { pageKey } from '../screens/query-keys.ts';
import { DownloadButton } from '../widgets/download-button.tsx';
import { Figure, Figures, RunProgress } from './figures.tsx';

const types = { info: 'info', success: 'success', warning: 'warning', danger: 'error' } as const;

const numberOf = (row: AnyRow, key: string) => (typeof row[key] === 'number' ? (row[key] as number) : 0);

export function BatchState({ path, spec, row }: { path: string; spec: AnyPage; row: AnyRow }) {
  const batch = spec.batch!;
  const has = (key: string) => spec.fields[key] !== undefined;
  const done = numberOf(row, 'postedCount') + numberOf(row, 'failedCount');
  const busy = batch.busy(row);
  const undone = numberOf(row, 'leftOutCount') + numberOf(row, 'failedCount');
  useLinesFollow(path, `${row.status}:${done}:${numberOf(row, 'totalCount')}`);
  const keys = ['totalFen', 'totalCount', ...(batch.figures ?? []), 'postedCount', 'postedFen'].filter(has);
  const shown = keys.filter((key) => key.startsWith('total') || numberOf(row, key) !== 0);
  const bad = ['leftOutCount', 'failedCount', 'failedFen'].filter((key) => has(key) && numberOf(row, key) !== 0);
  const [doneNow, of] = batch.progress?.(row) ?? [done, numberOf(row, 'totalCount')];
  // What is counted in another unit than money stands as the plain number.
  const inUnit = (value: number) =>
    spec.fields.totalFen?.kind === 'money' ? formatFenGrouped(value) : value.toLocaleString('en-US');
  const open = numberOf(row, 'totalFen') - numberOf(row, 'postedFen') - numberOf(row, 'failedFen');
  return (
    <section className="kb-state" aria-label="执行">
      {batch.says?.(row).map(({ tone, text }) => (
        <Alert key={text} type={types[tone]} showIcon title={text} />
      ))}
      <Figures>
        {[...shown, ...bad].map((key) => {
          const { kind, label, unit } = spec.fields[key]!;
          const value = numberOf(row, key);
          return (
            <Figure key={key} label={label} unit={kind === 'money' ? '元' : (unit ?? '')} bad={bad.includes(key)}>
              {kind === 'money' ? formatFenGrouped(value) : value.toLocaleString('en-US')}
            </Figure>
          );
        })}
      </Figures>
      {busy || done > 0 ? (
        <RunProgress done={doneNow} of={of} running={busy} failed={numberOf(row, 'failedCount')} />
      ) : null}
      {has('totalFen') && done > 0 && row.reversedCount === undefined ? (
        <p className="k-help">
          合计 {inUnit(numberOf(row, 'totalFen'))} = 已完成 {inUnit(numberOf(row, 'postedFen'))} + 失败{' '}
          {inUnit(numberOf(row, 'failedFen'))} + 未执行 {inUnit(open)}
        </p>
      ) : null}
      {undone > 0 ? (
        <div>
          <DownloadButton url={`${path}/problems`} body={{ id: row.id }}>
            下载未完成的明细
          </DownloadButton>
        </div>
      ) : null}
    </section>
  );
}

/** The lists of lines are asked again whenever the batch has moved on; the batch's own list too. */
function useLinesFollow(path: string, stamp: string) {
  const client = useQueryClient();
  const last = useRef(stamp);
  useEffect(() => {
    if (last.current === stamp) return;
    last.current = stamp;
    void client.invalidateQueries({
      predicate: ({ queryKey: [kind, of, what] }) =>
        kind === 'page' && (of === path ? what === 'query' : typeof of === 'string' && of.startsWith(`${path}/`)),
    });
    void client.invalidateQueries({ queryKey: [...pageKey(path), 'history'] });
  }, [client, path, stamp]);
}
