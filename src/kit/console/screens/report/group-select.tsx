/** How a report is grouped; the choice is part of its filter. */
import { Segmented, Select } from 'antd';
import type { AnyPage } from '../../../define/page.ts';

export function GroupSelect(props: { spec: AnyPage; value: unknown; onChange: (group: string) => void }) {
  const groups = props.spec.report?.groups;
  if (!groups || groups.length < 2) return null;
  const value = typeof props.value === 'string' ? props.value : groups[0]?.value;
  const options = groups.map((g) => ({ value: g.value, label: g.label }));
  return (
    <span className="k-group">
      <span aria-hidden="true">分组</span>
      {groups.length <= 5 ? (
        <Segmented<string> aria-label="分组" options={options} value={value ?? ''} onChange={props.onChange} />
      ) : (
        <Select<string> aria-label="分组" options={options} value={value ?? ''} onChange={props.onChange} />
      )}
    </span>
  );
}
