/** The inputs of a rule: amounts per type in a table, the day by its cycle, the rest as the engine makes it. */
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Select } from 'antd';
import { post } from '../../../kit/console/http/client.ts';
import { FieldItem } from '../../../kit/console/screens/form/field-item.tsx';
import type { FormBodyProps } from '../../../kit/console/view.ts';
import { MoneyInput } from '../../../kit/console/widgets/money-input.tsx';
import { grantDayText } from '../rules/words.ts';

interface TypeAmount {
  typeId: number;
  amountFen: number | string | null;
}

const typeSource = '/admin/organization/type';
const units: Record<string, string> = { FIXED: '每人', ATTENDANCE: '每天', SHIFT: '每班' };

export function RuleForm(props: FormBodyProps) {
  const { spec, values, change } = props;
  const item = (key: string) => {
    const field = spec.fields[key];
    return field ? (
      <FieldItem key={key} field={field} fieldKey={key} row={undefined} readOnly={false} disabled={false} />
    ) : null;
  };
  const fixed = values.basis === 'FIXED';
  return (
    <>
      <h2>发给谁，发多少</h2>
      {item('name')}
      {item('basis')}
      <Form.Item
        label={`${units[String(values.basis)] ?? '每人'}金额`}
        required
        {...(props.errors.typeAmounts ? { validateStatus: 'error' as const, help: props.errors.typeAmounts } : {})}
      >
        <Amounts
          amounts={(values.typeAmounts as TypeAmount[] | null) ?? []}
          onChange={(typeAmounts) => change({ typeAmounts })}
        />
      </Form.Item>
      {fixed ? null : item('maxUnits')}
      <h2>什么时候发</h2>
      {item('cycle')}
      <Day {...props} />
      {fixed && values.cycle !== 'ONCE' ? item('automatic') : null}
      {fixed && values.automatic === true ? item('prepareDays') : null}
      <h2>有效期与到期</h2>
      {item('clearAt')}
      {values.clearAt === 'DAYS' ? item('validDays') : null}
      {values.clearAt === 'NEVER' ? null : item('carryOver')}
      {values.clearAt !== 'NEVER' && values.carryOver === 'CARRY_MAX' ? item('carryMaxFen') : null}
      <h2>在哪里用</h2>
      {item('useMealIds')}
      {item('useSiteIds')}
      {item('dayUseLimitFen')}
      {item('debitOrder')}
    </>
  );
}

function Amounts({ amounts, onChange }: { amounts: TypeAmount[]; onChange: (amounts: TypeAmount[]) => void }) {
  const types = useQuery({
    queryKey: ['options', typeSource, 'all'],
    queryFn: () => post<{ id: number; name: string; disabled?: boolean }[]>(typeSource, 'options', { size: 200 }),
  });
  const list = types.data ?? [];
  const put = (at: number, part: Partial<TypeAmount>) =>
    onChange(amounts.map((one, i) => (i === at ? { ...one, ...part } : one)));
  const free = list.filter((type) => !type.disabled && !amounts.some((one) => one.typeId === type.id));
  return (
    <div style={{ display: 'grid', gap: 8, maxWidth: 460 }}>
      {amounts.map((one, at) => (
        <div key={one.typeId} style={{ display: 'flex', gap: 8 }}>
          <Select<number>
            aria-label="人员类别"
            style={{ width: 200 }}
            value={one.typeId}
            options={[...list.filter((type) => type.id === one.typeId), ...free].map((type) => ({
              value: type.id,
              label: type.name,
            }))}
            onChange={(typeId) => put(at, { typeId })}
          />
          <div style={{ width: 160 }}>
            <MoneyInput label="金额" value={one.amountFen} onChange={(amountFen) => put(at, { amountFen })} />
          </div>
          <Button type="text" danger onClick={() => onChange(amounts.filter((_, i) => i !== at))}>
            移除
          </Button>
        </div>
      ))}
      <div>
        <Button
          disabled={free.length === 0}
          onClick={() => free[0] && onChange([...amounts, { typeId: free[0].id, amountFen: null }])}
        >
          添加人员类别
        </Button>
        {free.length > 1 ? (
          <Button
            type="link"
            onClick={() => onChange([...amounts, ...free.map((type) => ({ typeId: type.id, amountFen: null }))])}
          >
            添加全部
          </Button>
        ) : null}
      </div>
    </div>
  );
}

const days: Record<string, number[]> = {
  WEEK: [1, 2, 3, 4, 5, 6, 7],
  MONTH: Array.from({ length: 31 }, (_, i) => i + 1),
};
const yearDay = (month: number, day: number) => month * 100 + day;

function Day({ values, change, errors }: FormBodyProps) {
  const cycle = String(values.cycle);
  const day = typeof values.dayOfCycle === 'number' ? values.dayOfCycle : 1;
  if (cycle !== 'WEEK' && cycle !== 'MONTH' && cycle !== 'YEAR') return null;
  const inYear = day > 100 ? day : yearDay(1, 1);
  return (
    <Form.Item
      label="发放日"
      {...(errors.dayOfCycle ? { validateStatus: 'error' as const, help: errors.dayOfCycle } : {})}
    >
      {cycle === 'YEAR' ? (
        <span style={{ display: 'flex', gap: 8 }}>
          <Select<number>
            aria-label="月"
            style={{ width: 100 }}
            value={Math.floor(inYear / 100)}
            options={Array.from({ length: 12 }, (_, i) => ({ value: i + 1, label: `${i + 1} 月` }))}
            onChange={(month) => change({ dayOfCycle: yearDay(month, inYear % 100) })}
          />
          <Select<number>
            aria-label="日"
            style={{ width: 100 }}
            value={inYear % 100}
            options={days.MONTH!.map((value) => ({ value, label: `${value} 日` }))}
            onChange={(date) => change({ dayOfCycle: yearDay(Math.floor(inYear / 100), date) })}
          />
        </span>
      ) : (
        <Select<number>
          aria-label="发放日"
          style={{ width: 200 }}
          value={Math.min(day, days[cycle]!.length)}
          options={days[cycle]!.map((value) => ({ value, label: grantDayText(cycle, value) }))}
          onChange={(dayOfCycle) => change({ dayOfCycle })}
        />
      )}
    </Form.Item>
  );
}
