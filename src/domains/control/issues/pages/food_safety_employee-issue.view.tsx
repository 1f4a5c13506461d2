/** 隐患整改, a tab among the pages of alerts. */
import { type SlotProps, view } from '../../../../kit/console/view.ts';
import { SiblingTabs } from '../../../../kit/console/widgets/sibling-tabs.tsx';
import { alertTabs } from '../../../alerts/public.ts';

const Bar = ({ path }: SlotProps) => <SiblingTabs path={path} tabs={alertTabs} />;

export default view({ slots: { aboveFilter: Bar } });
