/** Inputs inside a hand-made antd form. */
import { DatePicker, Form } from 'antd';
import dayjs from './dayjs-zh.ts';
import { RefSelect } from './ref-select.tsx';

interface ChooseProps {
  id?: string;
  source: string;
  label: string;
  multiple?: boolean;
  tree?: boolean;
  required?: boolean;
  /** Pixels. */
  width?: number;
  value?: number | number[] | null;
  onChange?: (value: number | number[] | null) => void;
}

/** Records of another page, inside a Form.Item (antd's Form hands in `id`, `value`, `onChange`). */
export function Choose({ id, source, label, multiple, tree, required, width = 300, value, onChange }: ChooseProps) {
  return (
    <div style={{ width }}>
      <RefSelect
        {...(id ? { id } : {})}
        {...(required ? { required } : {})}
        label={label}
        source={source}
        multiple={multiple ?? false}
        tree={tree ?? false}
        value={value}
        onChange={(next) => onChange?.(next)}
      />
    </div>
  );
}

/** A field that must be filled in. */
export const required = (message: string) => [{ required: true, message }];

interface DateItemProps {
  name: string;
  label: string;
  required?: boolean;
  extra?: string;
  className?: string;
  /** `YYYY-MM-DD`; days before it cannot be chosen. */
  from?: string;
  /** Pixels. */
  width?: number;
}

/** A date of a form, `YYYY-MM-DD` or null. */
export function DateItem({ name, label, required: must, extra, className, from, width = 200 }: DateItemProps) {
  return (
    <Form.Item
      name={name}
      label={label}
      {...(must ? { rules: required(`请选择${label}`) } : {})}
      {...(extra ? { extra } : {})}
      {...(className ? { className } : {})}
      getValueProps={(value?: string | null) => ({ value: value ? dayjs(value) : null })}
      normalize={(value: dayjs.Dayjs | null) => value?.format('YYYY-MM-DD') ?? null}
    >
      <DatePicker
        style={{ width }}
        {...(from ? { disabledDate: (day: dayjs.Dayjs) => day.format('YYYY-MM-DD') < from } : {})}
      />
    </Form.Item>
  );
}
