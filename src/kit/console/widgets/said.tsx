/** A line the server says in a colour of its tone, with a way to go on: what an alert looks like, without its library. */
import { CheckCircleFilled, ExclamationCircleFilled, InfoCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { Tone } from '../../define/field.ts';
import './widgets.css';

const icons: Partial<Record<Tone, typeof InfoCircleFilled>> = {
  success: CheckCircleFilled,
  warning: ExclamationCircleFilled,
  danger: ExclamationCircleFilled,
};

interface Props {
  tone: Tone;
  text: string;
  action?: ReactNode;
  /** What it is, for whoever looks for it. */
  part?: string;
}

export function Said({ tone, text, action, part }: Props) {
  const Icon = icons[tone] ?? InfoCircleFilled;
  return (
    <div className={`k-said k-said-${tone}`} role="alert" data-part={part} data-tone={tone}>
      <Icon aria-hidden />
      <span>{text}</span>
      {action}
    </div>
  );
}
