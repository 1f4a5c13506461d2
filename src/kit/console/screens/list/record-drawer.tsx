/** Details of a row: facts, masked values on demand, who changed what, and the row's own buttons. */
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import type { AnyPage } from '../../../define/page.ts';
import { ApiError, post } from '../../http/client.ts';
import { can } from '../../session/can.ts';
import type { View } from '../../view.ts';
import { DetailDrawer, DrawerSection, type Fact, Facts } from '../../widgets/detail-drawer.tsx';
import { type AnyRow, splitButtons } from '../logic/actions.ts';
import { columnTitle } from '../logic/columns.ts';
import { isBlank } from '../logic/validate.ts';
import { historyKey, recordKey } from '../query-keys.ts';
import { Cell } from './cell.tsx';
import { type HistoryEntry, HistoryList } from './history-list.tsx';
import type { RowActionsHost } from './row-actions.tsx';
import { rowName } from './row-name.ts';

interface Props {
  path: string;
  spec: AnyPage;
  row: AnyRow;
  view: View | undefined;
  buttons: RowActionsHost;
  onClose: () => void;
}

export default function RecordDrawer({ path, spec, row, view, buttons, onClose }: Props) {
  const cells = view?.cells;
  const Detail = view?.detail;
  const record = useQuery({
    queryKey: recordKey(path, row.id),
    queryFn: ({ signal }) => post<AnyRow>(path, 'get', { id: row.id }, { signal }),
    retry: false,
  });
  const history = useQuery({
    queryKey: historyKey(path, row.id),
    queryFn: ({ signal }) => post<HistoryEntry[]>(path, 'history', { id: row.id }, { signal }),
    retry: false,
  });
  // The row stands in while the record comes, and for pages that keep no more than their rows.
  const values: AnyRow = { ...row, ...record.data };
  const keys = spec.list?.detail ?? detailKeys(spec);
  const facts = keys.flatMap((key): Fact[] => {
    const field = spec.fields[key];
    if (!field || field.kind === 'password') return [];
    const shown = <FactValue key={key} spec={spec} fieldKey={key} row={values} cells={cells} />;
    return [
      {
        label: columnTitle(field),
        value:
          field.mask && !isBlank(values[key]) && can(path, 'reveal') ? (
            <Revealed path={path} id={row.id} field={key} label={field.label}>
              {shown}
            </Revealed>
          ) : (
            shown
          ),
        wide: field.kind === 'longText' || field.kind === 'json',
      },
    ];
  });
  const { visible, more } = splitButtons(buttons.buttonsOf(row).filter((b) => b.key !== 'view'));
  const actions = [...visible, ...more].filter((b, i) => i < 2 || b.reason === undefined);
  return (
    <DetailDrawer
      title={`${spec.title} · ${rowName(spec, values)}`}
      open
      onClose={onClose}
      extra={
        <span className="k-drawer-buttons">
          {actions.slice(0, 5).map((button) => (
            <Button
              key={button.key}
              danger={button.tone === 'danger'}
              disabled={button.reason !== undefined}
              title={button.reason ?? ''}
              onClick={() => {
                onClose();
                buttons.run(button, row);
              }}
            >
              {button.label}
            </Button>
          ))}
        </span>
      }
    >
      <DrawerSection title="基本信息">
        <Facts facts={facts} />
      </DrawerSection>
      {Detail ? <Detail row={values} /> : null}
      {history.data?.length ? (
        <DrawerSection title="变更记录">
          <HistoryList entries={history.data} fields={spec.fields} />
        </DrawerSection>
      ) : null}
    </DetailDrawer>
  );
}

function FactValue(props: { spec: AnyPage; fieldKey: string; row: AnyRow; cells: View['cells'] }) {
  const field = props.spec.fields[props.fieldKey];
  const Custom = props.cells?.[props.fieldKey];
  if (Custom) return <Custom row={props.row} value={props.row[props.fieldKey]} />;
  return field ? <Cell field={field} fieldKey={props.fieldKey} row={props.row} /> : null;
}

/** All columns with their second lines, then what only the form has. */
function detailKeys(spec: AnyPage): string[] {
  const columns = (spec.list?.columns ?? []).flatMap((key) => {
    const sub = spec.list?.subline?.[key];
    return sub ? [key, sub] : [key];
  });
  const form = spec.form?.sections.flatMap((s) => s.fields) ?? [];
  return [...new Set([...columns, ...form])];
}

function Revealed(props: { path: string; id: number; field: string; label: string; children: ReactNode }) {
  const { message } = App.useApp();
  const [value, setValue] = useState<string>();
  const [busy, setBusy] = useState(false);
  const reveal = async () => {
    setBusy(true);
    try {
      const answer = await post<{ value: string | null }>(props.path, 'reveal', { id: props.id, field: props.field });
      setValue(answer.value ?? '');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      message.error(error.message);
    } finally {
      setBusy(false);
    }
  };
  if (value !== undefined) return <span>{value || '—'}</span>;
  return (
    <span className="k-reveal">
      {props.children}
      <button
        type="button"
        className="k-link"
        disabled={busy}
        onClick={reveal}
        title="查看会记入日志"
        aria-label={`显示完整${props.label}`}
      >
        显示
      </button>
    </span>
  );
}
