/** The steps of handing in, by name, and where it stands among them. */
import { Steps } from 'antd';
import { useNarrow } from '../widgets/use-narrow.ts';
import '../screens/screens.css';
import './batch.css';

export function BatchSteps({ titles, current }: { titles: readonly string[]; current: number }) {
  const next = titles[current + 1];
  // Under each other they would push what is asked out of a phone's view.
  if (useNarrow())
    return (
      <p className="kb-step">
        <b>
          {current + 1}/{titles.length} {titles[current]}
        </b>
        {next ? <span className="k-muted">下一步：{next}</span> : null}
      </p>
    );
  return <Steps size="small" current={current} items={titles.map((title) => ({ title }))} />;
}
