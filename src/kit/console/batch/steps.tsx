/** The steps of handing in, by name, and where it stands among them. */
import { Steps } from 'antd';
import '../screens/screens.css';
import './batch.css';

export function BatchSteps({ titles, current }: { titles: readonly string[]; current: number }) {
  return <Steps size="small" current={current} items={titles.map((title) => ({ title }))} />;
}
