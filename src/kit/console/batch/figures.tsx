/** How much a batch is, in large digits, and how far its run has come. */
import { Progress } from 'antd';
import type { ReactNode } from 'react';
import './batch.css';

export function Figures({ children }: { children: ReactNode }) {
  return <div className="kb-figures">{children}</div>;
}

/** One figure; `bad` shows it in danger, `className` names it for its page. */
export function Figure(props: {
  label: string;
  unit?: string;
  bad?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const { label, unit, bad, className, children } = props;
  return (
    <div className={className ? `kb-figure ${className}` : 'kb-figure'}>
      <span>{label}</span>
      <b className={bad ? 'k-negative' : ''}>
        {children}
        {unit ? <small>{unit}</small> : null}
      </b>
    </div>
  );
}

/** `done` of `of` lines; never full before the last one. */
export function RunProgress(props: { done: number; of: number; running: boolean; failed: number }) {
  const { done, of, running, failed } = props;
  return (
    <Progress
      percent={of === 0 ? 0 : Math.floor((done * 100) / of)}
      status={running ? 'active' : failed > 0 ? 'exception' : 'success'}
      aria-label="执行进度"
    />
  );
}
