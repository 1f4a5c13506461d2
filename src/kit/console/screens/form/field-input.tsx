/** The input of one field, by its kind. Works inside antd's Form.Item, which hands in id, value and onChange. */
import { Checkbox, DatePicker, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { lazy, Suspense } from 'react';
import { type Field, nameKey } from '../../../define/field.ts';
import { formatTime, parseTime } from '../../clock.ts';
import dayjs from '../../widgets/dayjs-zh.ts';
import { HmInput } from '../../widgets/hm-input.tsx';
import { MoneyInput } from '../../widgets/money-input.tsx';
import { RefSelect } from '../../widgets/ref-select.tsx';
import { RegionSelect } from '../../widgets/region-select.tsx';

const UploadInput = lazy(() => import('../../widgets/upload-input.tsx'));

export interface FieldInputProps {
  field: Field;
  fieldKey: string;
  /** The stored record; brings the names of refs. */
  row: Readonly<Record<string, unknown>> | undefined;
  disabled: boolean;
  id?: string;
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

function Control({ field, fieldKey, row, disabled, id, value, onChange }: FieldInputProps) {
  const put = (next: unknown) => onChange?.(next);
  const shared = { ...(id ? { id } : {}), disabled };
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
      return (
        <InputNumber<number>
          {...shared}
          {...hint}
          className="k-fill k-num-input"
          precision={0}
          suffix={field.unit ?? (field.kind === 'weight' ? '克' : null)}
          value={value as number | null}
          onChange={put}
        />
      );
    case 'percent':
      return (
        <InputNumber<number>
          {...shared}
          {...hint}
          className="k-fill k-num-input"
          precision={2}
          suffix="%"
          value={typeof value === 'number' ? value / 100 : null}
          onChange={(v) => put(v === null ? null : Math.round(v * 100))}
        />
      );
    case 'money':
      return <MoneyInput {...shared} {...hint} value={value as number | string | null} onChange={put} />;
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
      return <HmInput {...shared} value={value as string | null} onChange={put} />;
    case 'bool':
      return <Switch {...shared} checked={value === true} checkedChildren="是" unCheckedChildren="否" onChange={put} />;
    case 'choice':
      return <ChoiceInput shared={shared} field={field} value={value} put={put} />;
    case 'choices':
      return (field.choices?.length ?? 0) <= 8 ? (
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
        <RefSelect
          {...shared}
          {...hint}
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
          {...shared}
          {...hint}
          source={field.source ?? ''}
          name={row?.[fieldKey] === value ? (row?.[nameKey(fieldKey)] as string | undefined) : undefined}
          value={value as number | null}
          onChange={put}
        />
      );
    case 'image':
    case 'file':
      return (
        <Suspense fallback={<span className="k-help">正在加载…</span>}>
          <UploadInput
            {...shared}
            image={field.kind === 'image'}
            label={field.label}
            value={value as string | null}
            onChange={put}
          />
        </Suspense>
      );
    case 'json':
      return <span className="k-muted">在本页的其他位置维护</span>;
    default:
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

interface ChoiceProps {
  shared: { id?: string; disabled: boolean };
  field: Field;
  value: unknown;
  put: (value: unknown) => void;
}

/** A few short choices lie open as buttons; more go into a list. */
function ChoiceInput({ shared, field, value, put }: ChoiceProps) {
  const options = (field.choices ?? [])
    .filter((c) => !c.notInForms || c.value === value)
    .map((c) => ({ value: c.value, label: c.label }));
  const letters = options.reduce((n, o) => n + [...o.label].length + 3, 0);
  if (field.required && options.length <= 4 && letters <= 30)
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
