/** One sheet: what is counted, what is ticked, signed with one's own password. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Empty, Input, Segmented, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { clock, formatTime, today } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { Link } from '../../../../kit/console/nav/link.tsx';
import { useDirty, useTab, useTabState } from '../../../../kit/console/nav/use-tab.ts';
import { askedWitness } from '../../../../kit/console/screens/form/asked-witness.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import type { PageProps } from '../../../../kit/console/view.ts';
import dayjs from '../../../../kit/console/widgets/dayjs-zh.ts';
import { printNode } from '../../../../kit/console/widgets/print.tsx';
import { StatusTag } from '../../../../kit/console/widgets/status-tag.tsx';
import { isDate } from '../../../../kit/define/check-value.ts';
import { longText, password, text } from '../../../../kit/define/field.ts';
import type { SheetShown } from '../read-sheet.ts';
import { opensOf } from '../sheet-opens.ts';
import { periodOf, type SheetItem, type SheetKind, type SheetVerdict, verdicts } from '../sheet-words.ts';
import { SheetPaper } from './sheet-paper.tsx';
import './sheet.css';

const ActionDialog = lazy(() => import('../../../../kit/console/screens/form/action-dialog.tsx'));

type Edits = ReadonlyMap<string, Partial<Pick<SheetItem, 'verdict' | 'note'>>>;

const signFields = {
  password: password('本人密码', { required: true }),
  code: text('动态码', { max: 10, help: '启用了动态码的账号填写' }),
};
const reviseFields = { reason: longText('更正原因', { required: true, min: 2, max: 200 }) };

/** Lists are looked at by `query`, the page of cabinets by its cards. */
const mayLook = (to: string) => ['query', 'cards'].some((verb) => can(to.split('?')[0]!, verb));

interface LineProps {
  item: SheetItem;
  /** First and last day of the sheet. */
  days: { from: string; to: string };
  locked: boolean;
  onChange(change: Partial<SheetItem>): void;
}

function Line({ item, days, locked, onChange }: LineProps) {
  const opens = item.auto ? opensOf(item.key, days.from, days.to) : undefined;
  return (
    <tr>
      <th scope="row" colSpan={item.auto ? 1 : 2}>
        {item.label}
      </th>
      {item.auto ? (
        <td>
          {opens && mayLook(opens) ? (
            <Link className="k-cell-link" to={opens}>
              {item.value}
            </Link>
          ) : (
            item.value
          )}
        </td>
      ) : null}
      <td className="cs-verdict">
        {item.auto || locked ? (
          <StatusTag choices={verdicts} value={item.verdict} />
        ) : (
          <Segmented<SheetVerdict | 'UNSET'>
            aria-label={item.label}
            value={item.verdict ?? 'UNSET'}
            options={[
              ...(item.verdict === null ? [{ value: 'UNSET' as const, label: '未查' }] : []),
              ...verdicts.map(({ value, label }) => ({ value, label })),
            ]}
            onChange={(value) => value !== 'UNSET' && onChange({ verdict: value })}
          />
        )}
      </td>
      <td>
        {locked ? (
          item.note || '—'
        ) : (
          <Input
            aria-label={`${item.label} 说明`}
            maxLength={200}
            placeholder={item.verdict === 'BAD' && !item.auto ? '写明情况，签名后转为隐患' : '说明'}
            value={item.note}
            onChange={(event) => onChange({ note: event.target.value })}
          />
        )}
      </td>
    </tr>
  );
}

function State({ sheet }: { sheet: SheetShown }) {
  return (
    <>
      {sheet.status === 'SIGNED' ? (
        <Alert
          type="success"
          showIcon
          title={`${sheet.signerName} 于 ${formatTime(sheet.signedAt)} 签名，摘要 ${sheet.digest?.slice(0, 16)}…`}
        />
      ) : null}
      {sheet.corrected > 0 ? (
        <Alert
          type="info"
          showIcon
          title={`已更正 ${sheet.corrected} 次，原表保留${sheet.reason ? `；原因：${sheet.reason}` : ''}`}
        />
      ) : null}
      {sheet.changed.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title="签后有变化"
          description={sheet.changed.map((one) => `${one.label}：签名时“${one.signed}”，现在“${one.now}”`).join('；')}
        />
      ) : null}
    </>
  );
}

export function SheetTab({ path, spec, kind }: PageProps & { kind: SheetKind }) {
  const queries = useQueryClient();
  const { query } = useTab();
  const [day, setDay] = useTabState(`sheet-${kind}`, today);
  // A link to the sheet of a day, also while another day's is looked at.
  const [followed, follow] = useState<string>();
  if (query.day !== followed) {
    follow(query.day);
    if (query.day !== undefined && isDate(query.day)) setDay(query.day);
  }
  const [edits, setEdits] = useState<Edits>(new Map());
  const [dialog, setDialog] = useState<'sign' | 'revise'>();
  useDirty(edits.size > 0);
  const { data: sheet, error } = useQuery({
    queryKey: [...pageKey(path), 'sheet', kind, day],
    queryFn: ({ signal }) => post<SheetShown>(path, 'sheet', { kind, day }, { signal }),
    retry: false,
  });
  const items = sheet?.items.map((item) => ({ ...item, ...edits.get(item.key) })) ?? [];
  const said = () => ({
    kind,
    day,
    version: sheet?.version ?? 0,
    items: items.map(({ key, verdict, note }) => ({ key, verdict, note })),
  });
  const done = async (told: string) => {
    feedback().message.success(told);
    setEdits(new Map());
    await queries.invalidateQueries({ queryKey: pageKey(path) });
  };
  const save = async () => {
    try {
      await post(path, 'save', said());
      await done('已保存');
    } catch (failure) {
      feedback().message.error(failure instanceof Error ? failure.message : '没有保存');
    }
  };
  const locked = sheet?.status === 'SIGNED' || !can(path, 'save');
  return (
    <div className="k-page cs">
      <div className="cs-bar" role="toolbar" aria-label="管控表">
        <DatePicker
          aria-label="日期"
          allowClear={false}
          picker={kind === 'DAY' ? 'date' : kind === 'WEEK' ? 'week' : 'month'}
          disabled={edits.size > 0}
          value={dayjs(day)}
          onChange={(value) => value && setDay(value.format('YYYY-MM-DD'))}
        />
        <strong>{sheet?.label}</strong>
        <span className="k-spacer" />
        {sheet ? (
          <Button
            disabled={edits.size > 0}
            onClick={() => printNode(<SheetPaper sheet={sheet} printedAt={clock.now()} />, 'size: A4; margin: 12mm')}
          >
            打印
          </Button>
        ) : null}
        {sheet?.status === 'SIGNED' ? (
          can(path, 'revise') ? (
            <Button onClick={() => setDialog('revise')}>更正</Button>
          ) : null
        ) : (
          <>
            {can(path, 'save') ? (
              <Button disabled={edits.size === 0} onClick={() => void save()}>
                保存
              </Button>
            ) : null}
            {can(path, 'sign') ? (
              <Button type="primary" disabled={!sheet} onClick={() => setDialog('sign')}>
                签名
              </Button>
            ) : null}
          </>
        )}
      </div>
      {error ? <Empty description={`没有读出来：${error.message}`} /> : null}
      {sheet ? (
        <>
          <State sheet={sheet} />
          <section className="k-card cs-box" aria-label="检查项目">
            <table className="cs-table">
              <thead>
                <tr>
                  <th scope="col">项目</th>
                  <th scope="col">系统统计</th>
                  <th scope="col">结论</th>
                  <th scope="col">说明</th>
                </tr>
              </thead>
              <tbody>
                {items.map((item) => (
                  <Line
                    key={item.key}
                    item={item}
                    days={periodOf(kind, sheet.period)}
                    locked={locked}
                    onChange={(change) => setEdits(new Map(edits).set(item.key, { ...edits.get(item.key), ...change }))}
                  />
                ))}
              </tbody>
            </table>
          </section>
        </>
      ) : error ? null : (
        <Skeleton active className="k-waiting" paragraph={{ rows: 8 }} />
      )}
      {dialog ? (
        <Suspense fallback={null}>
          <ActionDialog
            path={path}
            title={dialog === 'sign' ? `签名：${sheet?.label}` : `更正：${sheet?.label}`}
            fields={dialog === 'sign' ? signFields : reviseFields}
            note={
              dialog === 'sign'
                ? '签名即确认以上检查结论。签名后不能修改，只能更正并由另一人见证。'
                : '原表保留，另开一张重新填写和签名。'
            }
            row={undefined}
            start={undefined}
            danger={false}
            witness={dialog === 'revise' ? askedWitness(spec, spec.witness?.revise) : undefined}
            onSubmit={async (values, requestKey) => {
              const body = dialog === 'sign' ? { ...said(), ...values } : { kind, day, ...values };
              await post(path, dialog, body, { requestKey });
              await done(dialog === 'sign' ? '已签名' : '已开更正表');
            }}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
