/** 补贴配置: the form of a rule shows only what the chosen cycle, basis and end need. */
import { type FormBodyProps, view } from '../../../kit/console/view.ts';
import { RuleForm } from '../views/rule-form.tsx';
import '../views/batch.css';

function Body(props: FormBodyProps) {
  return <RuleForm {...props} />;
}

export default view({ formBody: Body });
