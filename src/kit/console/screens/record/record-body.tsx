/** What a record shows, in the drawer and on its own page: its way, facts, lines, newest rows of other lists, changes. */
import { useQuery } from '@tanstack/react-query';
import { App, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { flowOf } from '../../../define/flow.ts';
import { formKeys, seenKeys } from '../../../define/form.ts';
import type { AnyPage } from '../../../define/page.ts';
import { BatchState } from '../../batch/batch-state.tsx';
import { lastDays } from '../../clock.ts';
import { asRefusal, post } from '../../http/client.ts';
import { linesOf } from '../../registry/find-page.ts';
import { can } from '../../session/can.ts';
import type { View } from '../../view.ts';
import { DrawerSection, type Fact, Facts } from '../../widgets/facts.tsx';
import { LinesShown } from '../form/lines/lines-shown.tsx';
import { Cell } from '../list/cell.tsx';
import { type HistoryEntry, HistoryList } from '../list/history-list.tsx';
import { StatePath } from '../list/state-path.tsx';
import type { AnyRow } from '../logic/actions.ts';
import { columnTitle } from '../logic/columns.ts';
import type { Search } from '../logic/search-url.ts';
import { isBlank } from '../logic/validate.ts';
import { historyKey } from '../query-keys.ts';
import { RelatedRows } from '../related-rows.tsx';
import { Lines } from './lines.tsx';

interface Props {
  path: string;
  spec: AnyPage;
  /** The record as far as it is known. */
  row: AnyRow;
  view: View | undefined;
}

export function RecordBody({ path, spec, row, view }: Props) {
  const cells = view?.cells;
  const Detail = view?.detail;
  const history = useQuery({
    queryKey: historyKey(path, row.id),
    queryFn: ({ signal }) => post<HistoryEntry[]>(path, 'history', { id: row.id }, { signal }),
    retry: false,
  });
  const { columns = [], detail = formKeys(spec) } = spec.list ?? {};
  const listed = new Set<string>(columns);
  // What no column shows is told where there is something to tell.
  const keys = detail.filter((key) => key in row && (listed.has(key) || !isBlank(row[key])));
  const facts = seenKeys(spec.fields, keys, row).flatMap((key): Fact[] => {
    const field = spec.fields[key];
    if (!field || field.kind === 'password') return [];
    const shown = <FactValue key={key} spec={spec} fieldKey={key} row={row} cells={cells} />;
    return [
      {
        label: columnTitle(field),
        value:
          field.mask && !isBlank(row[key]) && can(path, 'reveal') ? (
            <Revealed path={path} id={row.id} field={key} label={field.label}>
              {shown}
            </Revealed>
          ) : (
            shown
          ),
        wide: field.kind === 'longText' || field.kind === 'json' || field.kind === 'lines',
      },
    ];
  });
  return (
    <>
      <StatePath steps={flowOf(spec)?.path(row.status) ?? []} />
      {spec.batch ? <BatchState path={path} spec={spec} row={row} /> : null}
      <DrawerSection title="基本信息">
        <Facts facts={facts} />
      </DrawerSection>
      {Detail ? <Detail row={row} /> : null}
      {linesOf(path).map((found) => (
        <Lines key={found.page} found={found} owner={row} />
      ))}
      {spec.list?.related?.map(({ search, recent, ...list }) => (
        <RelatedRows
          key={list.path}
          {...list}
          search={{ ...search(row), ...(recent ? { [recent.key]: lastDays(recent.days) } : {}) } as Search}
        />
      ))}
      {history.data?.length ? (
        <DrawerSection title="变更记录">
          <HistoryList entries={history.data} fields={spec.fields} />
        </DrawerSection>
      ) : null}
    </>
  );
}

function FactValue(props: { spec: AnyPage; fieldKey: string; row: AnyRow; cells: View['cells'] }) {
  const field = props.spec.fields[props.fieldKey];
  const Custom = props.cells?.[props.fieldKey];
  if (Custom) return <Custom row={props.row} value={props.row[props.fieldKey]} />;
  if (field?.lines) return <LinesShown field={field} fieldKey={props.fieldKey} row={props.row} />;
  return field ? <Cell field={field} fieldKey={props.fieldKey} row={props.row} /> : null;
}

/** A masked value, with a button that asks for the reason and shows all of it. */
function Revealed(props: { path: string; id: number; field: string; label: string; children: ReactNode }) {
  const { message } = App.useApp();
  const [value, setValue] = useState<string>();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const reveal = async (reason: string) => {
    setBusy(true);
    try {
      const body = { id: props.id, field: props.field, reason };
      setValue((await post<{ value: string | null }>(props.path, 'reveal', body)).value ?? '');
    } catch (error) {
      message.error(asRefusal(error).message);
    } finally {
      setBusy(false);
    }
  };
  if (value !== undefined) return <span>{value || '—'}</span>;
  return (
    <span className="k-reveal">
      {props.children}
      {asking ? (
        <Input.Search
          size="small"
          autoFocus
          maxLength={100}
          placeholder="查看原因，记入日志"
          aria-label={`查看完整${props.label}的原因`}
          enterButton="查看"
          loading={busy}
          onSearch={(reason) => void reveal(reason)}
        />
      ) : (
        <button
          type="button"
          className="k-link"
          onClick={() => setAsking(true)}
          title="须填写原因，记入日志"
          aria-label={`显示完整${props.label}`}
        >
          显示
        </button>
      )}
    </span>
  );
}
