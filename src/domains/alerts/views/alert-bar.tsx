/** The tabs above each page of alerts. */
import type { SlotProps } from '../../../kit/console/view.ts';
import { SiblingTabs } from '../../../kit/console/widgets/sibling-tabs.tsx';
import { alertTabs } from '../alert-tabs.ts';

export const AlertBar = ({ path }: SlotProps) => <SiblingTabs path={path} tabs={alertTabs} />;
