/** 留样设备状态: cards with what is wrong first; the chosen one's day and year below. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Empty, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { clock, today } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { type PageProps, view } from '../../../../kit/console/view.ts';
import { DayCurve } from '../../../../kit/console/widgets/day-curve.tsx';
import dayjs from '../../../../kit/console/widgets/dayjs-zh.ts';
import type { CabinetCard, CabinetDay, YearDay } from '../cabinets.ts';
import type { CabinetSpan, Span } from '../read-span.ts';
import { SetupDialog } from '../views/setup-dialog.tsx';
import { SpanBars } from '../views/span-bars.tsx';
import '../views/cabinets.css';

const kinds = { TEMP: '柜温超限', DOOR: '门未关', SILENT: '传感器无数据' } as const;
const levels = { CRITICAL: '严重', WARN: '警告', INFO: '提示' } as const;
const degrees = (temp10: number) => `${(temp10 / 10).toFixed(1)} ℃`;
const short = (iso: string) => iso.slice(5, 16).replace('T', ' ');

/** How old a reading is, in words. */
function ageOf(readAt: string | null): string {
  if (readAt === null) return '还没有读数';
  const minutes = Math.max(0, Math.floor((clock.now() - Date.parse(readAt)) / 60_000));
  if (minutes < 60) return `${minutes} 分钟前`;
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} 小时前` : `${Math.floor(minutes / 1_440)} 天前`;
}

const staleMinutes = 10;

function Card({ card, chosen, onChoose }: { card: CabinetCard; chosen: boolean; onChoose(): void }) {
  const stale = card.readAt === null || clock.now() - Date.parse(card.readAt) > staleMinutes * 60_000;
  const out = !stale && card.temp10 !== null && (card.temp10 > card.max10 || card.temp10 < card.min10);
  const tone = card.alarm && card.alarm.level !== 'INFO' ? 'danger' : out ? 'warning' : stale ? 'neutral' : 'success';
  return (
    <button type="button" className="cb-card" data-tone={tone} aria-pressed={chosen} onClick={onChoose}>
      <h2>
        {card.name}
        <span className={card.online ? '' : 'k-muted'}>{card.online ? '在线' : '离线'}</span>
      </h2>
      <div className="cb-temp">
        {card.temp10 === null || stale ? '—' : degrees(card.temp10)}
        <small>
          {card.temp10 !== null && stale ? `最后 ${degrees(card.temp10)}，` : ''}
          {ageOf(card.readAt)}
        </small>
      </div>
      {card.alarm ? (
        <p className={card.alarm.level === 'INFO' ? '' : 'cb-bad'}>
          {kinds[card.alarm.kind]}（{levels[card.alarm.level]}） 自 {short(card.alarm.since)}
        </p>
      ) : null}
      <p>
        {card.site ? `${card.site} · ` : ''}门{card.doorOpen === null ? '未知' : card.doorOpen ? '开着' : '关着'} · 格口{' '}
        {card.used}/{card.cells}
        {card.humidity === null ? '' : ` · 湿度 ${card.humidity}%`}
      </p>
      <p>
        今天 达标 {card.today.ok} · 超限 {card.today.out} · 无数据 {card.today.none} 分钟
      </p>
    </button>
  );
}

function Day({ path, card }: { path: string; card: CabinetCard }) {
  const [day, setDay] = useState(today());
  const [year, setYear] = useState(Number(today().slice(0, 4)));
  const { data } = useQuery({
    queryKey: [...pageKey(path), 'day', card.id, day],
    queryFn: ({ signal }) => post<CabinetDay>(path, 'day', { deviceId: card.id, day }, { signal }),
    placeholderData: (before) => before,
  });
  const days = useQuery({
    queryKey: [...pageKey(path), 'year', card.id, year],
    queryFn: ({ signal }) => post<YearDay[]>(path, 'year', { deviceId: card.id, year }, { signal }),
  });
  const [shown, setShown] = useState<Span | 'DAY'>('DAY');
  const span = useQuery({
    queryKey: [...pageKey(path), 'span', card.id, day, shown],
    queryFn: ({ signal }) => post<CabinetSpan>(path, 'span', { deviceId: card.id, day, span: shown }, { signal }),
    enabled: shown !== 'DAY',
  });
  // By the platform's clock, as the figures are: a tablet's may be off.
  const passed = data ? data.figures.ok + data.figures.out + data.figures.none : 0;
  return (
    <>
      <section className="cb-panel" aria-label="柜温曲线">
        <div className="cb-bar">
          <h2>{card.name} 柜温</h2>
          <Segmented<Span | 'DAY'>
            value={shown}
            onChange={setShown}
            options={[
              { value: 'DAY', label: '日' },
              { value: 'WEEK', label: '近 7 天' },
              { value: 'MONTH', label: '近 30 天' },
            ]}
          />
          <DatePicker
            aria-label="日期"
            allowClear={false}
            maxDate={dayjs(today())}
            value={dayjs(day)}
            onChange={(value) => setDay(value?.format('YYYY-MM-DD') ?? today())}
          />
          {data && shown === 'DAY' ? (
            <span>
              {passed} 分钟 = 达标 {data.figures.ok} + 超限 {data.figures.out} + 无数据 {data.figures.none}
            </span>
          ) : null}
          <span className="k-muted">
            {shown === 'DAY'
              ? '灰色为无数据，橙色为开门'
              : `每${shown === 'WEEK' ? '小时' : '天'}的最低到最高；红色有超限，灰色为无数据`}
          </span>
        </div>
        {shown !== 'DAY' ? (
          span.data ? (
            <SpanBars span={span.data} daily={shown === 'MONTH'} />
          ) : (
            <Skeleton active />
          )
        ) : data ? (
          <DayCurve
            day={data}
            passed={passed}
            unit="℃"
            told={`${data.day}：达标 ${data.figures.ok} 分钟，超限 ${data.figures.out} 分钟，无数据 ${data.figures.none} 分钟`}
          />
        ) : (
          <Skeleton active />
        )}
        {(shown === 'DAY' ? (data?.alarms ?? []) : []).map((alarm) => (
          <p key={`${alarm.kind}${alarm.from}`}>
            {kinds[alarm.kind]}（{levels[alarm.level]}） {short(alarm.from)} 至 {alarm.to ? short(alarm.to) : '现在'}
            {alarm.worst10 === null ? '' : `，最远 ${degrees(alarm.worst10)}`}
            {alarm.late ? '，补传' : ''}
          </p>
        ))}
      </section>
      <Year days={days.data ?? []} year={year} chosen={day} onDay={setDay} onYear={setYear} />
    </>
  );
}

function stateOf(day: YearDay | undefined): string {
  if (!day || day.ok + day.out === 0) return 'none';
  if (day.out >= 60) return 'bad';
  if (day.out > 0) return 'out';
  return day.none > 60 ? 'part' : 'good';
}

function Year(props: {
  days: readonly YearDay[];
  year: number;
  chosen: string;
  onDay(day: string): void;
  onYear(year: number): void;
}) {
  const { days, year, chosen, onDay, onYear } = props;
  const known = new Map(days.map((day) => [day.day, day]));
  const first = Date.UTC(year, 0, 1);
  const last = Math.min(Date.UTC(year, 11, 31), Date.parse(`${today()}T00:00:00Z`));
  const all = Array.from({ length: Math.max(0, (last - first) / 86_400_000 + 1) }, (_, i) =>
    new Date(first + i * 86_400_000).toISOString().slice(0, 10),
  );
  const lead = (new Date(first).getUTCDay() + 6) % 7;
  const words = (date: string) => {
    const day = known.get(date);
    return day
      ? `${date} 达标 ${day.ok} 超限 ${day.out} 无数据 ${day.none} 分钟，${degrees(day.min10)} 至 ${degrees(day.max10)}`
      : `${date} 无数据`;
  };
  return (
    <section className="cb-panel" aria-label="全年">
      <div className="cb-bar">
        <h2>{year} 年</h2>
        <Button size="small" onClick={() => onYear(year - 1)}>
          上一年
        </Button>
        <Button size="small" disabled={year >= Number(today().slice(0, 4))} onClick={() => onYear(year + 1)}>
          下一年
        </Button>
        <span className="k-muted">绿：全天达标；浅绿：有缺数据；橙：有超限；红：超限满 1 小时；灰：无数据</span>
      </div>
      <div className="cb-year">
        {all.map((date, i) => (
          <button
            key={date}
            type="button"
            style={i === 0 ? { gridRowStart: lead + 1 } : undefined}
            data-state={stateOf(known.get(date))}
            aria-label={words(date)}
            aria-pressed={date === chosen}
            title={words(date)}
            onClick={() => onDay(date)}
          />
        ))}
      </div>
    </section>
  );
}

function Status({ path }: PageProps) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<number>();
  const [setup, setSetup] = useState(false);
  const { data, error } = useQuery({
    queryKey: [...pageKey(path), 'cards'],
    queryFn: ({ signal }) => post<CabinetCard[]>(path, 'cards', {}, { signal, background: true }),
    refetchInterval: 30_000,
  });
  if (error) return <Alert type="error" showIcon title={error.message} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const card = data.find((one) => one.id === chosen) ?? data[0];
  if (!card)
    return (
      <div className="k-page">
        <Empty description="还没有留样柜。由平台分配设备后，在「留样柜菜品关联」中指定供哪家餐厅使用" />
      </div>
    );
  return (
    <div className="k-page">
      <div className="cb-cards">
        {data.map((one) => (
          <Card key={one.id} card={one} chosen={one.id === card.id} onChoose={() => setChosen(one.id)} />
        ))}
      </div>
      {can(path, 'setup') ? (
        <div className="cb-bar" style={{ marginTop: 12 }}>
          <Button onClick={() => setSetup(true)}>设置 {card.name}</Button>
        </div>
      ) : null}
      <Day key={card.id} path={path} card={card} />
      {setup ? (
        <SetupDialog
          path={path}
          card={card}
          onClose={() => setSetup(false)}
          onDone={() => void queries.invalidateQueries({ queryKey: pageKey(path) })}
        />
      ) : null}
    </div>
  );
}

export default view({ page: Status });
