/** The frame of every step of a batch: what is to be seen above, the bar that moves it on below. */
import { Steps } from 'antd';
import type { ReactNode } from 'react';
import '../screens/screens.css';
import './batch.css';

/** `why` says beside the `buttons` what the step waits for. */
export function BatchFrame({ buttons, why, children }: { buttons: ReactNode; why?: string; children: ReactNode }) {
  return (
    <div className="kb">
      <div className="kb-scroll">{children}</div>
      <div data-part="form-actions" className="k-form-actions">
        {why ? <span className="kb-why">{why}</span> : null}
        {buttons}
      </div>
    </div>
  );
}

export type StepState = 'process' | 'finish' | 'error';

/** The steps by name and where the batch stands among them. */
export function BatchSteps(props: { titles: readonly string[]; current: number; state?: StepState }) {
  return (
    <Steps
      size="small"
      current={props.current}
      status={props.state ?? 'process'}
      items={props.titles.map((title) => ({ title }))}
    />
  );
}
