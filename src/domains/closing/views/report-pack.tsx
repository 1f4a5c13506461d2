/** 报表成册: the reports of a day or of a month, printed as one document. */
import { Button, DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { daysNow } from '../../../kit/console/clock.ts';
import { ApiError } from '../../../kit/console/http/client.ts';
import { printPack } from '../../../kit/console/screens/list/print-pack.ts';
import { useAdmin } from '../../../kit/console/session/admin.ts';
import { feedback } from '../../../kit/console/shell/feedback.tsx';
import { lastOfMonth } from '../../../kit/define/month.ts';

const unit = '/admin/organization';
/** Reports by day, with the grouping they are printed in. */
const ofDay = [
  { path: `${unit}/daily_income_summary` },
  { path: `${unit}/daily_recharge_summary` },
  { path: `${unit}/operator_cash_summary` },
  { path: `${unit}/consume_summary`, group: 'meal' },
  { path: `${unit}/consume_summary`, group: 'restaurant' },
  { path: `${unit}/department_consume_summary` },
  { path: `${unit}/equipment_daily_data` },
] as const;
const ofMonth = [
  { path: `${unit}/account_statement` },
  { path: `${unit}/daily_balance_summary` },
  { path: `${unit}/daily_income_summary` },
  { path: `${unit}/daily_recharge_summary` },
  { path: `${unit}/operator_cash_summary` },
  { path: `${unit}/daily_consume_summary` },
  { path: `${unit}/department_consume_summary` },
  { path: `${unit}/restaurant/monthly_data` },
  { path: `${unit}/third_party_consume_summary` },
] as const;

type Report = (typeof ofDay)[number] | (typeof ofMonth)[number];

export function ReportPack() {
  const admin = useAdmin();
  const yesterday = dayjs(daysNow().book).subtract(1, 'day').format('YYYY-MM-DD');
  const [day, setDay] = useState(yesterday);
  const [month, setMonth] = useState(yesterday.slice(0, 7));
  const [busy, setBusy] = useState<string>();
  const print = async (title: string, reports: readonly Report[], from: string, to: string) => {
    setBusy(title);
    try {
      const asked = reports.map(({ path, ...one }) => ({ path, query: { businessDate: `${from},${to}`, ...one } }));
      const head = { unit: admin.belong?.name ?? '', preparer: admin.name };
      const { printed, tooLong } = await printPack({ title, ...head, reports: asked });
      if (tooLong.length > 0) feedback().message.warning(`没有打印：${tooLong.join('、')}，请导出`, 6);
      else if (printed === 0) feedback().message.warning('这些报表都没有查看的权限');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      feedback().message.error(error.message);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <section className="k-card" aria-labelledby="cl-pack">
      <h2 id="cl-pack">报表成册</h2>
      <p className="k-muted">
        一天或一个月的收入、充值、现金、消费各表连同合计、恒等式与签字栏，打印成一份；在打印窗口选「另存为
        PDF」即得一个文件。
      </p>
      <div className="cl-pack">
        <DatePicker
          aria-label="日报日期"
          inputReadOnly
          allowClear={false}
          value={dayjs(day)}
          onChange={(value) => value && setDay(value.format('YYYY-MM-DD'))}
        />
        <Button
          loading={busy === `日报 ${day}`}
          disabled={busy !== undefined}
          onClick={() => void print(`日报 ${day}`, ofDay, day, day)}
        >
          打印日报
        </Button>
        <DatePicker
          aria-label="月报月份"
          picker="month"
          inputReadOnly
          allowClear={false}
          value={dayjs(`${month}-01`)}
          onChange={(value) => value && setMonth(value.format('YYYY-MM'))}
        />
        <Button
          loading={busy === `月报 ${month}`}
          disabled={busy !== undefined}
          onClick={() => void print(`月报 ${month}`, ofMonth, `${month}-01`, lastOfMonth(month))}
        >
          打印月报
        </Button>
      </div>
    </section>
  );
}
