/** An amount typed in yuan and kept in integer fen; what is no amount stays as typed, for the check to name. */
import { Input } from 'antd';
import { useState } from 'react';
import { moneyText, parseMoney } from '../screens/logic/money-input.ts';
import './widgets.css';

export interface MoneyInputProps {
  id?: string;
  label?: string;
  /** Fen, or the text that could not be read. */
  value?: number | string | null;
  onChange?: (value: number | string | null) => void;
  disabled?: boolean;
  placeholder?: string;
  className?: string;
  required?: boolean;
  /** Without the unit behind it, where space is short. */
  bare?: boolean;
}

export function MoneyInput(props: MoneyInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typeof props.value === 'number' ? moneyText(props.value) : (props.value ?? '');
  const parsed = typed === null ? null : parseMoney(typed);
  return (
    <Input
      {...(props.id ? { id: props.id } : {})}
      aria-label={props.label}
      aria-required={props.required || undefined}
      className={props.className ?? 'k-fill'}
      classNames={{ input: 'k-num-input' }}
      inputMode="decimal"
      autoComplete="off"
      suffix={props.bare ? null : '元'}
      value={typed ?? shown}
      disabled={props.disabled ?? false}
      placeholder={props.placeholder ?? '0.00'}
      status={parsed && 'error' in parsed ? 'error' : ''}
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        const next = parseMoney(text);
        props.onChange?.('fen' in next ? next.fen : 'empty' in next ? null : text);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
