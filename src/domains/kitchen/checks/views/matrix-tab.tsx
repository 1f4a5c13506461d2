/** 矩阵: 排班 × 晨检, the missing first; below the bar both identities of the day in figures. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Empty, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { formatTime, today } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { Link } from '../../../../kit/console/nav/link.tsx';
import { useTabState } from '../../../../kit/console/nav/use-tab.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import type { PageProps } from '../../../../kit/console/view.ts';
import dayjs from '../../../../kit/console/widgets/dayjs-zh.ts';
import { PlainTable } from '../../../../kit/console/widgets/plain-table.tsx';
import { RefSelect } from '../../../../kit/console/widgets/ref-select.tsx';
import { StatusTag, ToneTag } from '../../../../kit/console/widgets/status-tag.tsx';
import type { Action } from '../../../../kit/define/page.ts';
import { labelIn } from '../../../../kit/define/states.ts';
import { entryStandings, posts, standings } from '../../words.ts';
import type { Matrix, MatrixRow } from '../matrix.ts';
import '../../views/kitchen.css';

const ActionDialog = lazy(() => import('../../../../kit/console/screens/form/action-dialog.tsx'));

const entryPath = '/admin/organization/morning_enter_record';
const summed = ['PASS', 'RECHECK_PASS', 'RESTRICTED', 'OFF_DUTY', 'LEAVE', 'NOT_CHECKED'] as const;

function Sum({ matrix }: { matrix: Matrix }) {
  return (
    <p className="kc-sum">
      应到 <b>{matrix.due}</b> ={' '}
      {summed.map((key, i) => (
        <span key={key}>
          {i > 0 ? ' + ' : ''}
          {labelIn(standings, key)}{' '}
          <b className={key === 'NOT_CHECKED' && matrix.counts[key] > 0 ? 'kc-bad' : undefined}>{matrix.counts[key]}</b>
        </span>
      ))}
    </p>
  );
}

/** 入厨 = 合格 + 未检 + 不合格; the last two lead to the entries they count. */
function Inside({ matrix: { day, inside } }: { matrix: Matrix }) {
  const broken = (['NO_CHECK', 'FAILED_CHECK'] as const).map((key) => (
    <span key={key}>
      {' '}
      + {labelIn(entryStandings, key)}{' '}
      {inside[key] > 0 ? (
        <Link className="kc-bad" to={`${entryPath}?standing=${key}&at=${day},${day}`}>
          {inside[key]}
        </Link>
      ) : (
        <b>0</b>
      )}
    </span>
  ));
  return (
    <p className="kc-sum">
      入厨 <b>{inside.entered}</b> = 合格 <b>{inside.PASS}</b>
      {broken}
    </p>
  );
}

interface LineProps {
  row: MatrixRow;
  onRegister: ((row: MatrixRow) => void) | undefined;
  /** Deals with the check that keeps somebody from work; absent without the right. */
  onHandle: ((row: MatrixRow) => void) | undefined;
  /** Where they work is said only where they work at several places. */
  placed: boolean;
}

function Line({ row, onRegister, onHandle, placed }: LineProps) {
  const open = row.standing === null || row.standing === 'NOT_CHECKED' || row.standing === 'FIX';
  return (
    <tr>
      <th scope="row">{row.name}</th>
      <td data-head="岗位">{labelIn(posts, row.post)}</td>
      {placed ? <td data-head="餐厅">{row.restaurant}</td> : null}
      <td data-head="班次">
        {row.shift || '未排班'}
        {row.start ? <small> {formatTime(row.start).slice(11, 16)}</small> : null}
      </td>
      <td data-head="晨检">
        {row.standing ? (
          <StatusTag choices={standings} value={row.standing} />
        ) : (
          <ToneTag tone="warning" text="未排班" />
        )}
        {row.why.length > 0 ? <small className="kc-why">{row.why.join('、')}</small> : null}
      </td>
      <td data-head="时间">{row.checkAt ? formatTime(row.checkAt).slice(11, 16) : '—'}</td>
      <td data-head="体温" className="kc-num">
        {row.temp10 === null ? '—' : `${(row.temp10 / 10).toFixed(1)} ℃`}
      </td>
      <td data-head="健康证到">{row.until ?? <ToneTag tone="danger" text="无有效证" />}</td>
      <td data-head="门">
        {row.entered ? (
          <>
            {formatTime(row.entered.at).slice(11, 16)} {row.entered.district}
            {row.entered.standing === 'PASS' ? null : (
              <>
                {' '}
                <StatusTag choices={entryStandings} value={row.entered.standing} />
              </>
            )}
          </>
        ) : (
          '—'
        )}
      </td>
      <td className="kc-acts">
        {open && onRegister ? (
          <Button size="small" type="link" onClick={() => onRegister(row)}>
            {row.standing === 'FIX' ? '复检' : '登记'}
          </Button>
        ) : null}
        {row.standing === 'OFF_DUTY' && row.checkId !== null && onHandle ? (
          <Button size="small" type="link" onClick={() => onHandle(row)}>
            处理
          </Button>
        ) : null}
      </td>
    </tr>
  );
}

const heads = ['姓名', '岗位', '餐厅', '班次', '晨检', '时间', '体温', '健康证到', '门', '操作'];

export function MatrixTab({ path, spec }: PageProps) {
  const queries = useQueryClient();
  const [day, setDay] = useTabState('matrix-day', today);
  const [restaurantId, setRestaurant] = useTabState<number | null>('matrix-place', null);
  const [registering, setRegistering] = useState<MatrixRow>();
  const { data, error } = useQuery({
    queryKey: [...pageKey(path), 'matrix', day, restaurantId],
    queryFn: ({ signal }) => post<Matrix>(path, 'matrix', { day, restaurantId }, { signal }),
    refetchInterval: 60_000,
    placeholderData: (before) => before,
    retry: false,
  });
  const placed = new Set(data?.rows.map((row) => row.restaurantId)).size > 1;
  const [handling, setHandling] = useState<MatrixRow>();
  const formOf = (actions: readonly (Action | string)[] | undefined, key: string) =>
    actions?.find((one) => typeof one !== 'string' && one.key === key) as Action | undefined;
  const fields = formOf(spec.list?.tools, 'register')?.form;
  const steps = formOf(spec.list?.row, 'handle')?.form;
  const register = async (values: Record<string, unknown>, requestKey: string) => {
    const { receipt } = await post<{ receipt: { lines: [string, string][] } }>(path, 'register', values, {
      requestKey,
    });
    feedback().message.info(receipt.lines.map(([, text]) => text).join('，'), 6);
    await queries.invalidateQueries({ queryKey: pageKey(path) });
  };
  const handle = async (values: Record<string, unknown>, requestKey: string) => {
    await post(path, 'handle', { ids: [handling?.checkId], ...values }, { requestKey });
    feedback().message.success('已处理');
    await queries.invalidateQueries({ queryKey: pageKey(path) });
  };
  return (
    <div className="k-page kc">
      <div className="kc-bar" role="toolbar" aria-label="晨检矩阵">
        <DatePicker
          aria-label="日期"
          allowClear={false}
          value={dayjs(day)}
          onChange={(value) => value && setDay(value.format('YYYY-MM-DD'))}
        />
        <RefSelect
          label="餐厅"
          className="kc-place"
          placeholder="全部餐厅"
          source="/admin/organization/restaurant"
          value={restaurantId}
          onChange={(value) => setRestaurant(typeof value === 'number' ? value : null)}
        />
        {data ? (
          <div className="kc-sums">
            <Sum matrix={data} />
            <Inside matrix={data} />
          </div>
        ) : null}
      </div>
      {error ? <Empty description={`没有读出来：${error.message}`} /> : null}
      {data ? (
        <section className="k-card kc-box" aria-label="排班与晨检">
          <PlainTable className="kc-table k-stack" heads={placed ? heads : heads.filter((head) => head !== '餐厅')}>
            {data.rows.map((row) => (
              <Line
                key={row.workerId}
                row={row}
                placed={placed}
                onRegister={can(path, 'register') && fields ? setRegistering : undefined}
                onHandle={can(path, 'handle') && steps ? setHandling : undefined}
              />
            ))}
          </PlainTable>
          {data.rows.length === 0 ? <Empty description="这一天没有排班，请在“排班”里编排" /> : null}
        </section>
      ) : error ? null : (
        <Skeleton active className="k-waiting" paragraph={{ rows: 8 }} />
      )}
      {registering && fields ? (
        <Suspense fallback={null}>
          <ActionDialog
            path={path}
            title={`人工晨检：${registering.name}`}
            fields={fields}
            note={null}
            row={undefined}
            start={{ cookUserId: registering.workerId, dressOk: true }}
            danger={false}
            onSubmit={register}
            onClose={() => setRegistering(undefined)}
          />
        </Suspense>
      ) : null}
      {handling && steps ? (
        <Suspense fallback={null}>
          <ActionDialog
            path={path}
            title={`处理停岗：${handling.name}`}
            fields={steps}
            note={handling.why.length > 0 ? `原因：${handling.why.join('、')}` : null}
            row={undefined}
            start={undefined}
            danger={false}
            onSubmit={handle}
            onClose={() => setHandling(undefined)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
