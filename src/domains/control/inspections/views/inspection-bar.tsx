/** The tabs above each page of inspections. */
import type { SlotProps } from '../../../../kit/console/view.ts';
import { SiblingTabs } from '../../../../kit/console/widgets/sibling-tabs.tsx';
import { inspectionTabs } from '../inspection-tabs.ts';

export const InspectionBar = ({ path }: SlotProps) => <SiblingTabs path={path} tabs={inspectionTabs} />;
