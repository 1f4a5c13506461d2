/** A time of the business day, 00:00–28:00, typed or chosen. */
import { AutoComplete } from 'antd';
import { useState } from 'react';
import { hmChoices, hmText, parseHm } from '../screens/logic/hm.ts';
import './widgets.css';

const options = hmChoices(30).map((value) => ({
  value,
  label: value >= '24' ? `${value}（${hmText(value)}）` : value,
}));

export function HmInput(props: {
  id?: string;
  label?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
  disabled?: boolean;
  className?: string;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = (text: string) => {
    setTyped(text);
    props.onChange?.(text.trim() === '' ? null : (parseHm(text) ?? text));
  };
  return (
    <AutoComplete
      {...(props.id ? { id: props.id } : {})}
      aria-label={props.label}
      className={props.className ?? 'k-fill'}
      value={typed ?? props.value ?? ''}
      options={options}
      placeholder="时:分，如 07:30"
      disabled={props.disabled ?? false}
      onChange={take}
      onSelect={(value: string) => {
        setTyped(null);
        props.onChange?.(value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
