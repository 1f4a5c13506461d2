/** The states of a library dish: units adopt published ones; one taken off is flagged there, not removed. */
import { flow } from '../../../kit/define/flow.ts';

export const libDishStatuses = [
  { value: 'DRAFT', label: '草稿', tone: 'neutral' },
  { value: 'PUBLISHED', label: '已发布', tone: 'success' },
  { value: 'OFF', label: '已下架', tone: 'warning' },
] as const;

export const libDishFlow = flow(
  libDishStatuses,
  {
    publish: { label: '发布', from: ['DRAFT', 'OFF'], to: 'PUBLISHED', tone: 'success', batch: true },
    withdraw: {
      label: '下架',
      from: ['PUBLISHED'],
      to: 'OFF',
      tone: 'danger',
      batch: true,
      confirm: '下架后单位不能再选用「{name}」，已选用的单位会看到提示，确定下架？',
    },
  },
  { life: true },
);
