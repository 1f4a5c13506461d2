/** The input of one field, by its kind. Works inside antd's Form.Item, which hands in id, value and onChange. */
import { Checkbox, DatePicker, Input, Radio, Select, Switch } from 'antd';
import { lazy, Suspense, use } from 'react';
import { type Field, nameKey } from '../../../define/field.ts';
import { formatTime, parseTime } from '../../clock.ts';
import dayjs from '../../widgets/dayjs-zh.ts';
import { HmInput } from '../../widgets/hm-input.tsx';
import { MoneyInput } from '../../widgets/money-input.tsx';
import { NumberInput } from '../../widgets/number-input.tsx';
import { PlaceInput } from '../../widgets/place-input.tsx';
import type { RefSelectProps } from '../../widgets/ref-props.ts';
import { RefSelect } from '../../widgets/ref-select.tsx';
import { RegionSelect } from '../../widgets/region-select.tsx';
import { withinOf } from '../logic/within.ts';
import { FormContext } from './form-context.ts';

const SignatureInput = lazy(() => import('../../widgets/signature-input.tsx'));
const UploadInput = lazy(() => import('../../widgets/upload-input.tsx'));
const SheetField = lazy(() => import('./sheet-field.tsx'));
const LinesEditor = lazy(() => import('./lines/lines-editor.tsx'));

export interface FieldInputProps {
  field: Field;
  fieldKey: string;
  /** The stored record; brings the names of refs. */
  row: Readonly<Record<string, unknown>> | undefined;
  disabled: boolean;
  id?: string;
  /** Accessible name where no label points at the input: a cell of `lines`, a field alone under its own heading. */
  label?: string;
  /** In a cell: no unit, no open choices. */
  compact?: boolean;
  value?: unknown;
  onChange?: (value: unknown) => void;
  onBlur?: () => void;
}

/** Names of a record's refs by id. */
function namesOf(key: string, row: FieldInputProps['row']): ReadonlyMap<number, string> {
  const ids = row?.[key];
  const names = row?.[nameKey(key)];
  if (typeof ids === 'number' && typeof names === 'string') return new Map([[ids, names]]);
  if (Array.isArray(ids) && Array.isArray(names))
    return new Map(ids.map((id, i) => [id as number, String(names[i] ?? '')]));
  return new Map();
}

export function FieldInput({ onBlur, ...props }: FieldInputProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears its input lose the focus
    <div className="k-control" onBlur={onBlur}>
      <Control {...props} />
    </div>
  );
}

/** The bare input. */
export function Control({ field, fieldKey, row, disabled, id, label, compact, value, onChange }: FieldInputProps) {
  const put = (next: unknown) => onChange?.(next);
  const shared = { ...(id ? { id } : {}), ...(label ? { 'aria-label': label } : {}), disabled };
  const own = { ...(id ? { id } : {}), ...(label ? { label } : {}), ...(compact ? { bare: true } : {}), disabled };
  const hint = field.placeholder === undefined ? {} : { placeholder: field.placeholder };
  switch (field.kind) {
    case 'longText':
      return (
        <Input.TextArea
          {...shared}
          {...hint}
          autoSize={{ minRows: 3, maxRows: 10 }}
          showCount
          maxLength={field.max ?? 500}
          value={(value as string | null) ?? ''}
          onChange={(e) => put(e.target.value)}
        />
      );
    case 'password':
      return (
        <Input.Password
          {...shared}
          {...hint}
          autoComplete="new-password"
          value={(value as string | null) ?? ''}
          onChange={(e) => put(e.target.value)}
        />
      );
    case 'int':
    case 'weight':
    case 'percent':
      return (
        <NumberInput
          {...own}
          {...hint}
          scale={field.kind === 'percent' ? 100 : 1}
          unit={field.unit ?? { int: '', weight: '克', percent: '%' }[field.kind]}
          value={value as number | string | null}
          onChange={put}
        />
      );
    case 'decimal':
      return (
        <NumberInput
          {...own}
          {...hint}
          digits={field.digits ?? 2}
          unit={field.unit ?? ''}
          value={value as number | string | null}
          onChange={put}
        />
      );
    case 'money':
      return <MoneyInput {...own} {...hint} value={value as number | string | null} onChange={put} />;
    case 'date':
      return (
        <DatePicker
          {...shared}
          {...hint}
          className="k-fill"
          value={value ? dayjs(value as string) : null}
          onChange={(d) => put(d ? d.format('YYYY-MM-DD') : null)}
        />
      );
    case 'time':
      return (
        <DatePicker
          {...shared}
          {...hint}
          className="k-fill"
          showTime
          value={value ? dayjs(formatTime(value as string)) : null}
          onChange={(d) => put(d ? isoOf(d.format('YYYY-MM-DD HH:mm:ss')) : null)}
        />
      );
    case 'hm':
      return <HmInput {...own} value={value as string | null} onChange={put} />;
    case 'bool':
      return <Switch {...shared} checked={value === true} checkedChildren="是" unCheckedChildren="否" onChange={put} />;
    case 'choice':
      return <ChoiceInput shared={shared} compact={compact ?? false} field={field} value={value} put={put} />;
    case 'choices':
      return (field.choices?.length ?? 0) <= 8 && !compact ? (
        <span {...(id ? { id } : {})}>
          <Checkbox.Group
            disabled={disabled}
            value={(value as string[] | null) ?? []}
            options={(field.choices ?? []).map((c) => ({ value: c.value, label: c.label }))}
            onChange={put}
          />
        </span>
      ) : (
        <Select<string[]>
          {...shared}
          {...hint}
          className="k-fill"
          mode="multiple"
          allowClear
          value={(value as string[] | null) ?? []}
          options={(field.choices ?? []).map((c) => ({ value: c.value, label: c.label }))}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={put}
        />
      );
    case 'ref':
    case 'refs':
      return (
        <RefInput
          {...own}
          {...hint}
          field={field}
          beside={compact ? row : undefined}
          source={field.source ?? ''}
          tree={field.tree ?? false}
          multiple={field.kind === 'refs'}
          names={namesOf(fieldKey, row)}
          value={value as number | number[] | null}
          onChange={put}
        />
      );
    case 'region':
      return (
        <RegionSelect
          {...own}
          {...hint}
          source={field.source ?? ''}
          name={row?.[fieldKey] === value ? (row?.[nameKey(fieldKey)] as string | undefined) : undefined}
          value={value as number | null}
          onChange={put}
        />
      );
    case 'image':
    case 'file':
      if (field.sheet)
        return (
          <Suspense fallback={<span className="k-help">正在加载…</span>}>
            <SheetField
              {...(id ? { id } : {})}
              field={field}
              fieldKey={fieldKey}
              disabled={disabled}
              value={value as string | null}
              onChange={put}
            />
          </Suspense>
        );
      if (field.purpose === 'signature')
        return (
          <Suspense fallback={<span className="k-help">正在加载…</span>}>
            <SignatureInput
              {...(id ? { id } : {})}
              disabled={disabled}
              label={field.label}
              value={value as string | null}
              onChange={put}
            />
          </Suspense>
        );
      return (
        <Suspense fallback={<span className="k-help">正在加载…</span>}>
          <UploadInput
            {...(id ? { id } : {})}
            disabled={disabled}
            image={field.kind === 'image'}
            purpose={field.purpose ?? (field.kind === 'file' ? 'attachment' : undefined)}
            label={field.label}
            value={value as string | null}
            onChange={put}
          />
        </Suspense>
      );
    case 'lines':
      return (
        <Suspense fallback={<span className="k-help">正在加载…</span>}>
          <LinesEditor
            {...(id ? { id } : {})}
            field={field}
            fieldKey={fieldKey}
            disabled={disabled}
            value={value as readonly Record<string, unknown>[] | null}
            onChange={put}
          />
        </Suspense>
      );
    case 'json':
      return <span className="k-muted">在本页的其他位置维护</span>;
    default:
      if (field.place)
        return (
          <PlaceInput
            {...shared}
            {...hint}
            label={field.label}
            maxLength={field.max ?? 100}
            value={(value as string | null) ?? ''}
            onChange={put}
          />
        );
      return (
        <Input
          {...shared}
          {...hint}
          allowClear={!disabled}
          autoComplete="off"
          maxLength={field.max ?? 100}
          value={(value as string | null) ?? ''}
          onChange={(e) => put(e.target.value)}
        />
      );
  }
}

/** Narrowed by what stands in the form and in the row beside it; without that it does not hear of the others. */
function RefInput(props: { field: Field; beside: FieldInputProps['row'] } & Omit<RefSelectProps, 'within'>) {
  const { field, beside, ...select } = props;
  const within = field.within ? withinOf(field, { ...use(FormContext).values, ...beside }) : undefined;
  return <RefSelect {...select} within={within} />;
}

interface ChoiceProps {
  shared: { id?: string; disabled: boolean };
  compact: boolean;
  field: Field;
  value: unknown;
  put: (value: unknown) => void;
}

/** A few short choices lie open as buttons; more go into a list. */
function ChoiceInput({ shared, compact, field, value, put }: ChoiceProps) {
  const options = (field.choices ?? [])
    .filter((c) => !c.notInForms || c.value === value)
    .map((c) => ({ value: c.value, label: c.label }));
  const letters = options.reduce((n, o) => n + [...o.label].length + 3, 0);
  if (field.required && !compact && options.length <= 4 && letters <= 30)
    return (
      <span {...(shared.id ? { id: shared.id } : {})}>
        <Radio.Group
          disabled={shared.disabled}
          options={options}
          value={value as string}
          onChange={(e) => put(e.target.value)}
        />
      </span>
    );
  return (
    <Select<string>
      {...shared}
      className="k-fill"
      allowClear={!field.required}
      onKeyDown={(event) => {
        if (event.key === 'Delete' && !field.required) put(null);
      }}
      showSearch={options.length > 8 ? { optionFilterProp: 'label' } : false}
      placeholder={field.placeholder ?? '请选择'}
      value={(value as string | null) ?? (null as unknown as string)}
      options={options}
      onChange={(v) => put(v ?? null)}
    />
  );
}

function isoOf(local: string): string {
  return Number.isNaN(parseTime(local)) ? local : `${local.replace(' ', 'T')}+08:00`;
}
