/** The input of one search field, by its kind. */
import { Input, InputNumber, Select } from 'antd';
import type { Field } from '../../../define/field.ts';
import type { SearchField } from '../../../define/page.ts';
import { daysNow } from '../../clock.ts';
import { DateRange, type DayRange } from '../../widgets/date-range.tsx';
import { DaysInput } from '../../widgets/days-input.tsx';
import { MoneyInput } from '../../widgets/money-input.tsx';
import { type NumberPair, NumberRange } from '../../widgets/number-range.tsx';
import { fetchTree, RefSelect } from '../../widgets/ref-select.tsx';
import { UntilTouched, type UntilTouchedProps } from '../../widgets/until-touched.tsx';
import type { SearchValue } from '../logic/search-url.ts';

export interface SearchInputProps {
  id: string;
  search: SearchField;
  /** Undefined for a keyword over several fields. */
  field: Field | undefined;
  label: string;
  value: SearchValue | undefined;
  onChange: (value: SearchValue) => void;
}

/** Shown where nothing is chosen. */
const any = '全部';

const numbers = new Set(['int', 'money', 'percent', 'weight', 'decimal']);

export function SearchInput(props: SearchInputProps) {
  const { id, field, label, onChange } = props;
  const value = props.value ?? null;
  const today = field?.kind === 'date' ? daysNow().book : daysNow().calendar;
  if (props.search.range)
    return field && numbers.has(field.kind) ? (
      <NumberRange
        id={id}
        label={label}
        money={field.kind === 'money'}
        value={value as NumberPair | null}
        onChange={(pair) => onChange(pair)}
      />
    ) : (
      <DateRange
        id={id}
        label={label}
        today={today}
        months={props.search.months ?? false}
        value={value as DayRange | null}
        onChange={(pair) => onChange(pair)}
      />
    );
  const tree = field?.kind === 'ref' && field.tree === true;
  const rests = (children: UntilTouchedProps['children']) => (
    <UntilTouched
      id={id}
      label={label}
      placeholder={any}
      shown={value === null ? '' : undefined}
      prepare={tree ? fetchTree : undefined}
    >
      {children}
    </UntilTouched>
  );
  switch (field?.kind) {
    case 'choice':
    case 'choices':
      return rests((touch) => (
        <Select<string[]>
          {...touch}
          id={id}
          aria-label={label}
          className="k-fill"
          mode="multiple"
          maxTagCount="responsive"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={any}
          value={(value ?? []) as string[]}
          options={(field.choices ?? []).map((c) => ({ value: c.value, label: c.label }))}
          onChange={(list) => onChange(list.length > 0 ? list : null)}
        />
      ));
    case 'bool':
      return rests((touch) => (
        <Select<string | null>
          {...touch}
          id={id}
          aria-label={label}
          className="k-fill"
          allowClear
          placeholder={any}
          value={value === null ? null : String(value)}
          options={[
            { value: 'true', label: '是' },
            { value: 'false', label: '否' },
          ]}
          onChange={(text) => onChange(text === undefined || text === null ? null : text === 'true')}
        />
      ));
    case 'ref':
    case 'refs':
    case 'region':
      return rests((touch) => (
        <RefSelect
          {...touch}
          id={id}
          label={label}
          source={field.source ?? ''}
          tree={tree}
          multiple
          placeholder={any}
          // What a report opens of the rows without one has no record to read its name from.
          {...(field.none ? { names: new Map([[0, field.none]]) } : {})}
          value={value as number[] | null}
          onChange={(ids) => onChange(Array.isArray(ids) && ids.length === 0 ? null : ids)}
        />
      ));
    case 'int':
    case 'percent':
    case 'weight':
    case 'decimal':
      return (
        <InputNumber<number>
          id={id}
          className="k-fill"
          precision={field.kind === 'decimal' ? (field.digits ?? 2) : 0}
          controls={false}
          value={value as number | null}
          onChange={(n) => onChange(n)}
        />
      );
    case 'date':
    case 'time':
      return (
        <DaysInput
          today={today}
          ids={[id]}
          label={label}
          placeholders={['请选择日期']}
          days={[typeof value === 'string' ? value.slice(0, 10) : null]}
          onChange={([day]) => onChange(day ?? null)}
        />
      );
    case 'money':
      return (
        <MoneyInput
          id={id}
          value={value as number | null}
          onChange={(v) => onChange(typeof v === 'number' ? v : null)}
        />
      );
    default:
      return (
        <Input
          id={id}
          allowClear
          {...(props.search.keys ? { 'aria-label': `关键字 ${label}`, placeholder: label, title: label } : {})}
          maxLength={100}
          value={(value ?? '') as string}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        />
      );
  }
}
