/** A number as it is typed; what is none stays as typed, for the check to name. Nothing that was typed vanishes. */
import { Input } from 'antd';
import { useState } from 'react';
import './widgets.css';

export interface NumberInputProps {
  id?: string;
  label?: string;
  /** The wire's number, or the text that could not be read. */
  value?: number | string | null;
  onChange?: (value: number | string | null) => void;
  /** Wire units in one unit shown: 100 for basis points shown as percent. */
  scale?: 1 | 100;
  /** Decimals of a measured number, which travels as it is typed; whole numbers otherwise. */
  digits?: number;
  unit?: string;
  disabled?: boolean;
  placeholder?: string;
  /** Without the unit behind it, where space is short. */
  bare?: boolean;
}

/** The wire's number of a typed one; the text itself when it is none, null when it is empty. */
export function parseNumber(text: string, scale: 1 | 100, digits = 0): number | string | null {
  const plain = text.normalize('NFKC').replace(/[\s,%]/g, '');
  if (plain === '') return null;
  if (digits > 0) return new RegExp(`^-?\\d{1,10}(\\.\\d{0,${digits}})?$`).test(plain) ? Number(plain) : text;
  const found = scale === 1 ? /^-?\d{1,15}$/.exec(plain) : /^-?\d{1,13}(\.\d{0,2})?$/.exec(plain);
  return found ? Math.round(Number(plain) * scale) : text;
}

const shownText = (value: NumberInputProps['value'], scale: number) =>
  typeof value === 'number' ? String(value / scale) : (value ?? '');

export function NumberInput(props: NumberInputProps) {
  const { scale = 1, digits = 0, unit } = props;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      {...(props.id ? { id: props.id } : {})}
      aria-label={props.label}
      className="k-fill"
      classNames={{ input: 'k-num-input' }}
      inputMode={scale === 1 && digits === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      suffix={props.bare ? null : (unit ?? null)}
      value={typed ?? shownText(props.value, scale)}
      disabled={props.disabled ?? false}
      placeholder={props.placeholder ?? ''}
      onChange={(event) => {
        setTyped(event.target.value);
        props.onChange?.(parseNumber(event.target.value, scale, digits));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
