/** 留样日报: the sheet of a day and restaurant, looked at, signed with the own password, printed. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Input, Modal, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { clock, formatTime, today } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import { type SlotProps, view } from '../../../../kit/console/view.ts';
import dayjs from '../../../../kit/console/widgets/dayjs-zh.ts';
import { printNode } from '../../../../kit/console/widgets/print.tsx';
import '../../desk/views/samples.css';
import type { SampleSheet } from '../sheet.ts';
import { SheetTable } from '../views/sheet-table.tsx';

function SheetDialog({ path, onClose }: { path: string; onClose(): void }) {
  const queries = useQueryClient();
  const [date, setDate] = useState(today());
  const [chosen, setChosen] = useState<number>();
  const [password, setPassword] = useState('');
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const places = useQuery({
    queryKey: ['sample-places'],
    queryFn: ({ signal }) =>
      post<{ id: number; name: string }[]>('/admin/organization/restaurant', 'options', {}, { signal }),
  });
  const restaurantId = chosen ?? places.data?.[0]?.id;
  const sheet = useQuery({
    queryKey: [...pageKey(path), 'sheet', date, restaurantId],
    queryFn: ({ signal }) => post<SampleSheet>(path, 'sheet', { date, restaurantId }, { signal }),
    enabled: restaurantId !== undefined,
    placeholderData: (before) => before,
    retry: false,
  });
  const sign = async () => {
    setBusy(true);
    setRefused(undefined);
    try {
      await post(path, 'sign', { date, restaurantId, password });
      setPassword('');
      feedback().message.success('已签字');
      await queries.invalidateQueries({ queryKey: pageKey(path) });
    } catch (error) {
      setRefused(error instanceof Error ? error.message : '没有签字');
    } finally {
      setBusy(false);
    }
  };
  const { data } = sheet;
  const print = () =>
    data &&
    printNode(<SheetTable sheet={data} printed={formatTime(clock.now())} />, 'size: A4 landscape; margin: 10mm');
  return (
    <Modal open title="留样台账" width={1_000} style={{ top: 24 }} footer={null} onCancel={onClose}>
      <div className="sm-bar">
        <DatePicker
          aria-label="日期"
          allowClear={false}
          value={dayjs(date)}
          onChange={(day) => setDate(day?.format('YYYY-MM-DD') ?? today())}
        />
        <Select
          aria-label="餐厅"
          style={{ minWidth: 160 }}
          value={restaurantId ?? null}
          options={(places.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
          onChange={(id) => setChosen(id ?? undefined)}
        />
        <span className="k-spacer" />
        <Button disabled={!data || data.rows.length === 0} onClick={print}>
          打印
        </Button>
      </div>
      {sheet.error ? <Alert type="error" showIcon title={sheet.error.message} /> : null}
      {data ? <SheetTable sheet={data} /> : <Skeleton active />}
      {can(path, 'sign') ? (
        <form
          className="sm-sheet-pass"
          onSubmit={(event) => {
            event.preventDefault();
            void sign();
          }}
        >
          <Input.Password
            aria-label="本人密码"
            placeholder="再输入一次本人密码"
            autoComplete="current-password"
            style={{ width: 220 }}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button
            type="primary"
            htmlType="submit"
            loading={busy}
            disabled={password === '' || (data?.rows.length ?? 0) === 0}
          >
            签字
          </Button>
          {refused ? <span className="sm-short">{refused}</span> : null}
        </form>
      ) : null}
    </Modal>
  );
}

function Tools({ path }: SlotProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>台账与签字</Button>
      {open ? <SheetDialog path={path} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

export default view({ slots: { toolbar: Tools } });
