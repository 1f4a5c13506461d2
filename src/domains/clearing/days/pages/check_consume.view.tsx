/** 消费核对: the day's steps and its signature over the list; the map of gaps beside them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Segmented, Skeleton, Tooltip } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { formatTime } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { Link } from '../../../../kit/console/nav/link.tsx';
import { askedWitness } from '../../../../kit/console/screens/form/asked-witness.ts';
import { afterWrite, pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { type SlotProps, view } from '../../../../kit/console/view.ts';
import { longText } from '../../../../kit/define/field.ts';
import { anyPage } from '../../../../kit/define/page.ts';
import type { DayGuide, GapMap } from '../day-guide.ts';
import './check_consume.css';
import spec from './check_consume.page.ts';

const ActionDialog = lazy(() => import('../../../../kit/console/screens/form/action-dialog.tsx'));

const second = askedWitness(anyPage(spec), spec.witness?.sign);
const words = { GREEN: '可以关账', AMBER: '有放弃的缺号', RED: '不能关账' } as const;

function Guide({ path, guide, onSigned }: { path: string; guide: DayGuide; onSigned: () => void }) {
  const [asking, setAsking] = useState(false);
  const open = guide.steps.filter((step) => !step.ok);
  return (
    <>
      <ol className="ck-steps">
        {guide.steps.map((step, i) => (
          <li key={step.title}>
            <b className={step.ok ? 'ck-ok' : 'ck-bad'}>
              {step.ok ? '✓' : '✗'} {i + 1}. {step.title}
            </b>
            <span>{step.figure}</span>
            {step.path && !step.ok ? <Link to={{ path: step.path, query: step.query }}>去处理</Link> : null}
          </li>
        ))}
        <li>
          <b className={guide.signed ? 'ck-ok' : 'ck-wait'}>{guide.signed ? '✓' : '○'} 4. 签核</b>
          {guide.signed ? (
            <span>
              {guide.signed.name}、{guide.signed.witness}，{formatTime(guide.signed.at)}
              {guide.signed.note ? `；${guide.signed.note}` : ''}
            </span>
          ) : (
            <span>
              {guide.over ? (open.length > 0 ? `还有 ${open.length} 项，签核须说明` : '可以签核') : '当天还没有结束'}
            </span>
          )}
          {can(path, 'sign') && guide.over && !guide.signed ? (
            <Button size="small" type="primary" onClick={() => setAsking(true)}>
              签核 {guide.day}
            </Button>
          ) : null}
        </li>
      </ol>
      {asking ? (
        <Suspense fallback={null}>
          <ActionDialog
            path={path}
            title={`签核 ${guide.day}`}
            fields={open.length > 0 ? { note: longText('说明', { required: true, min: 2, max: 200 }) } : {}}
            note={
              open.length > 0 ? (
                <p>未完成：{open.map(({ title, figure }) => `${title}（${figure}）`).join('；')}</p>
              ) : null
            }
            row={undefined}
            start={undefined}
            danger={false}
            witness={second}
            okText={`签核 ${guide.day}`}
            onSubmit={async (values, requestKey) => {
              await post(path, 'sign', { day: guide.day, ...values }, { requestKey });
              onSigned();
            }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function Gaps({ path }: { path: string }) {
  const { data } = useQuery({
    queryKey: [...pageKey(path), 'map'],
    queryFn: ({ signal }) => post<GapMap>(path, 'map', {}, { signal }),
  });
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} />;
  if (data.units.length === 0)
    return <p className="k-muted">还没有核对过这些天，每天 5 点自动核对，也可以按「重新核对」。</p>;
  return (
    <div className="ck-map">
      <table>
        <thead>
          <tr>
            <th scope="col">单位</th>
            {data.days.map((day) => (
              <th key={day} scope="col">
                {day.slice(5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.units.map((unit) => (
            <tr key={unit.id}>
              <th scope="row">{unit.name}</th>
              {data.days.map((day) => {
                const cell = unit.cells[day];
                if (!cell) return <td key={day}>—</td>;
                const differs = cell.differ > 0 ? `；${cell.differ} 台设备的合计与平台或渠道账单不符` : '';
                const says = `${day} ${words[cell.tone]}：${cell.said}${differs}`;
                const shown = cell.missing > 0 ? cell.missing : cell.tone === 'RED' ? '!' : differs ? '≠' : undefined;
                return (
                  <td key={day} className={`ck-${cell.tone === 'GREEN' && differs ? 'AMBER' : cell.tone}`}>
                    <Tooltip title={says}>
                      <Link
                        to={{ path, query: { day: `${day},${day}`, organizationId: String(unit.id), diffOnly: '*' } }}
                        aria-label={says}
                      >
                        {shown ?? (cell.tone === 'GREEN' ? '✓' : '!')}
                      </Link>
                    </Tooltip>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="k-muted">
        灯只按流水号判断：设备没有编号的消费无从得知。数字是缺号个数，! 是未传齐、未联系或有待处理记录，≠
        是传齐了而合计与平台或渠道账单不符。
      </p>
    </div>
  );
}

function Above({ path, search }: SlotProps) {
  const queries = useQueryClient();
  const [tab, setTab] = useState<'GUIDE' | 'MAP'>('GUIDE');
  // One day in the search is the day that is looked at; yesterday otherwise.
  const [from, to] = Array.isArray(search?.day) ? (search.day as (string | null)[]) : [];
  const day = from && from === to ? from : undefined;
  const { data, refetch } = useQuery({
    queryKey: [...pageKey(path), 'guide', day],
    queryFn: ({ signal }) => post<DayGuide>(path, 'guide', day ? { day } : {}, { signal }),
  });
  return (
    <section className="k-card ck" aria-label="当日核对">
      <div className="ck-head">
        <Segmented
          aria-label="视图"
          value={tab}
          onChange={setTab}
          options={[
            { value: 'GUIDE', label: data ? `${data.day} 核对` : '当日核对' },
            { value: 'MAP', label: '缺号地图' },
          ]}
        />
        {can(path, 'again') ? (
          <Button size="small" onClick={() => void post(path, 'again').then(() => afterWrite(queries, path, []))}>
            重新核对
          </Button>
        ) : null}
      </div>
      {tab === 'MAP' ? (
        <Gaps path={path} />
      ) : data ? (
        <Guide path={path} guide={data} onSigned={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 2 }} />
      )}
    </section>
  );
}

export default view({ slots: { aboveFilter: Above } });
