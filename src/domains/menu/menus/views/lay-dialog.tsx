/** Copying a week and laying a cycle over dates: asked, shown, done. */
import { Alert, Button, DatePicker, Form, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { post } from '../../../../kit/console/http/client.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import dayjs from '../../../../kit/console/widgets/dayjs-zh.ts';
import { NumberInput } from '../../../../kit/console/widgets/number-input.tsx';
import { RefSelect } from '../../../../kit/console/widgets/ref-select.tsx';
import { type ConflictMode, conflictModes } from '../../cycles/cycles.ts';
import { addDays } from '../days.ts';
import type { LaidDown } from '../lay-over.ts';
import type { Week } from '../week.ts';

export interface LayDialogProps {
  path: string;
  week: Week;
  kind: 'copy' | 'cycle';
  onClose(): void;
  onDone(): void;
}

interface Order {
  restaurantId: number | null;
  fromWeek: string;
  cycleId: number | null;
  from: string;
  to: string;
  firstWeek: number;
  onDaysOff: 'SKIP' | 'SHIFT';
  mode: ConflictMode;
}

function bodyOf(kind: LayDialogProps['kind'], order: Order, week: Week) {
  return kind === 'copy'
    ? { fromWeek: order.fromWeek, toWeek: week.days[0]!, restaurantId: order.restaurantId, mode: order.mode }
    : {
        cycleId: order.cycleId,
        restaurantId: order.restaurantId,
        from: order.from,
        to: order.to,
        firstWeek: order.firstWeek,
        onDaysOff: order.onDaysOff,
        mode: order.mode,
      };
}

function Planned({ plan }: { plan: LaidDown }) {
  const kinds = Map.groupBy(plan.skipped, (one) => one.why);
  return (
    <Alert
      type={plan.written > 0 ? 'info' : 'warning'}
      showIcon
      title={`将写入 ${plan.written} 餐${plan.changed > 0 ? `，其中 ${plan.changed} 餐原有菜品会改变` : ''}`}
      description={[...kinds]
        .map(
          ([why, list]) =>
            `${why}：${list.length} 餐（${list
              .slice(0, 3)
              .map((one) => one.date.slice(5))
              .join('、')}${list.length > 3 ? ' 等' : ''}）不动`,
        )
        .join('；')}
    />
  );
}

const date = (value: string, label: string, put: (text: string) => void) => (
  <DatePicker
    aria-label={label}
    allowClear={false}
    value={dayjs(value)}
    onChange={(day) => day && put(day.format('YYYY-MM-DD'))}
  />
);

export function LayDialog({ path, week, kind, onClose, onDone }: LayDialogProps) {
  const [order, setOrder] = useState<Order>({
    restaurantId: kind === 'copy' ? null : (week.places[0]?.id ?? null),
    fromWeek: addDays(week.days[0]!, -7),
    cycleId: null,
    from: week.days[0]!,
    to: week.days[6]!,
    firstWeek: 1,
    onDaysOff: 'SKIP',
    mode: 'KEEP',
  });
  const [plan, setPlan] = useState<LaidDown | null>(null);
  const [busy, setBusy] = useState(false);
  const put = (change: Partial<Order>) => {
    setOrder({ ...order, ...change });
    setPlan(null);
  };
  const ask = async (write: boolean) => {
    setBusy(true);
    const verb = kind === 'copy' ? 'copy' : 'apply';
    try {
      const answer = await post<LaidDown>(path, write ? verb : `${verb}Look`, bodyOf(kind, order, week));
      if (!write) return setPlan(answer);
      feedback().message.success(`已写入 ${answer.written} 餐`);
      onDone();
    } catch (error) {
      feedback().message.error(error instanceof Error ? error.message : '没有完成');
    } finally {
      setBusy(false);
    }
  };
  const ready = kind === 'copy' || (order.cycleId !== null && order.restaurantId !== null);
  return (
    <Modal
      open
      title={kind === 'copy' ? '复制整周' : '套用模板与循环'}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        plan ? (
          <Button key="do" type="primary" loading={busy} disabled={plan.written === 0} onClick={() => void ask(true)}>
            写入 {plan.written} 餐
          </Button>
        ) : (
          <Button key="look" type="primary" loading={busy} disabled={!ready} onClick={() => void ask(false)}>
            预览
          </Button>
        ),
      ]}
    >
      <Form layout="horizontal" labelCol={{ span: 6 }}>
        <Form.Item label="餐厅">
          <Select<number | null>
            aria-label="餐厅"
            value={order.restaurantId}
            options={[
              ...(kind === 'copy' ? [{ value: null, label: '全部餐厅' }] : []),
              ...week.places.map((place) => ({ value: place.id, label: place.name })),
            ]}
            onChange={(restaurantId) => put({ restaurantId })}
          />
        </Form.Item>
        {kind === 'copy' ? (
          <Form.Item label="从哪一周">{date(order.fromWeek, '从哪一周', (fromWeek) => put({ fromWeek }))}</Form.Item>
        ) : (
          <>
            <Form.Item label="模板或循环">
              <RefSelect
                label="模板或循环"
                source={`${path}/cycle`}
                tree={false}
                multiple={false}
                value={order.cycleId}
                onChange={(id) => put({ cycleId: typeof id === 'number' ? id : null })}
              />
            </Form.Item>
            <Form.Item label="日期">
              {date(order.from, '开始日期', (from) => put({ from }))} –{' '}
              {date(order.to, '结束日期', (to) => put({ to }))}
            </Form.Item>
            <Form.Item label="从第几周起">
              <NumberInput
                label="从第几周起"
                value={order.firstWeek}
                onChange={(n) => put({ firstWeek: typeof n === 'number' ? n : 1 })}
              />
            </Form.Item>
            <Form.Item label="休息日">
              <Radio.Group
                value={order.onDaysOff}
                options={[
                  { value: 'SKIP', label: '跳过' },
                  { value: 'SHIFT', label: '顺延' },
                ]}
                onChange={(event) => put({ onDaysOff: event.target.value })}
              />
            </Form.Item>
          </>
        )}
        <Form.Item label="已排菜的餐">
          <Radio.Group
            value={order.mode}
            options={[...conflictModes]}
            onChange={(event) => put({ mode: event.target.value })}
          />
        </Form.Item>
        {plan ? <Planned plan={plan} /> : null}
      </Form>
    </Modal>
  );
}
