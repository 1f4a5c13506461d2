/** 溯源分析: the case read anew at every opening; interviews are ticked in the grid of people and dishes. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Empty, Select, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { clock, formatTime } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { saveBlob } from '../../../../kit/console/http/download.ts';
import { Link } from '../../../../kit/console/nav/link.tsx';
import { useTab } from '../../../../kit/console/nav/use-tab.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import { type PageProps, view } from '../../../../kit/console/view.ts';
import { printNode } from '../../../../kit/console/widgets/print.tsx';
import type { Pack } from '../make-pack.ts';
import type { OpenCase } from '../read-case.ts';
import { CaseReport, PeopleTable } from '../views/case-report.tsx';
import '../views/trace.css';
import foodTrace from './food-trace.page.ts';

const ActionDialog = lazy(() => import('../../../../kit/console/screens/form/action-dialog.tsx'));

interface Line {
  who: string;
  sick: boolean;
  onsetAt: string | null;
  symptoms: string | null;
}

function Interviews({ path, of, onTold }: { path: string; of: OpenCase; onTold(): void }) {
  const [meal, setMeal] = useState(of.meals[0]?.key);
  const dishes = of.dishes.filter((dish) => dish.key.startsWith(`${meal}|`)).sort((a, b) => (a.dish < b.dish ? -1 : 1));
  const said = new Map(of.told.map((one) => [`${one.personId} ${one.dish}`, one.ate]));
  const words = (ate: boolean | undefined) => (ate === undefined ? '—' : ate ? '吃' : '没吃');
  const tell = async (personId: number, dish: string, ate: boolean | undefined) => {
    try {
      await post(path, 'tell', { id: of.id, personId, dish, ate: ate === undefined ? true : ate ? false : null });
      onTold();
    } catch (error) {
      feedback().message.error(error instanceof Error ? error.message : '没有保存');
    }
  };
  return (
    <section className="tr-card tr-wide" aria-label="访谈">
      <div className="tr-bar">
        <h2>访谈（人 × 菜，优先于任何记录）</h2>
        <Select
          aria-label="餐"
          style={{ minWidth: 220 }}
          value={meal ?? null}
          options={of.meals.map((one) => ({ value: one.key, label: one.label }))}
          onChange={(key) => setMeal(key ?? undefined)}
        />
      </div>
      {dishes.length === 0 ? <p className="k-muted">这一餐没有菜谱和明细</p> : null}
      <table className="tr-said">
        <thead>
          <tr>
            <th scope="col">人员</th>
            {dishes.map((dish) => (
              <th key={dish.key} scope="col">
                {dish.dish}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.people.map((person) => (
            <tr key={person.id}>
              <th scope="row">{person.name}</th>
              {dishes.map((dish) => {
                const ate = said.get(`${person.id} ${dish.key}`);
                return (
                  <td key={dish.key}>
                    <button
                      type="button"
                      aria-label={`${person.name} ${dish.dish} ${words(ate)}`}
                      disabled={of.status === 'CLOSED' || !can(path, 'tell')}
                      onClick={() => void tell(person.id, dish.key, ate)}
                    >
                      {words(ate)}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PackSheet({ pack }: { pack: Pack }) {
  return (
    <section className="k-sheet tr-pack">
      <h1>
        溯源资料 {pack.of.caseNo}
        {pack.nameless ? '（隐去姓名）' : ''}
      </h1>
      <p>
        导出 {pack.madeBy}　{formatTime(pack.madeAt)}　摘要 SHA-256 {pack.digest}
      </p>
      <CaseReport of={pack.of} />
      <PeopleTable of={pack.of} />
    </section>
  );
}

/** On every page of the pack: which case, who read it when, its digest, and which page of how many. */
const packPage = ({ of, madeBy, digest }: Pack) => {
  const foot = `${of.caseNo}　${madeBy}　${formatTime(clock.now())}　摘要 ${digest}`.replaceAll(/["\\]/g, '');
  return `size: A4 landscape; margin: 10mm 10mm 14mm;
    @bottom-left { content: "${foot}"; font-size: 8pt; white-space: nowrap }
    @bottom-right { content: "第 " counter(page) " 页，共 " counter(pages) " 页"; font-size: 8pt }`;
};

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Where the case is moved on, by its state; closed, nothing is next. */
const nextStep: Readonly<Record<string, { text: string; label: string; type: 'warning' | 'info' } | undefined>> = {
  DRAFT: { text: '草稿：样品还没有封存，随时可能到期销掉', label: '去立案并封存样品', type: 'warning' },
  OPEN: { text: '样品已封存，调查中；确认后上报', label: '去上报、结案', type: 'info' },
  REPORTED: { text: '已上报；有了结论由两人结案', label: '去结案', type: 'info' },
};

function NextStep({ path, of }: { path: string; of: OpenCase }) {
  const cases = path.replace(/\/study$/, '');
  const step = nextStep[of.status];
  if (step === undefined || !['open', 'report', 'close'].some((verb) => can(cases, verb))) return null;
  return (
    <Alert
      type={step.type}
      showIcon
      title={step.text}
      action={
        <Link className="k-link" to={`${cases}/record?id=${of.id}`}>
          {step.label}
        </Link>
      }
    />
  );
}

function StudyPage({ path }: PageProps) {
  const { query } = useTab();
  const queries = useQueryClient();
  const [nameless, setNameless] = useState(false);
  const [adding, setAdding] = useState(false);
  const id = /^\d+$/.test(query.id ?? '') ? Number(query.id) : undefined;
  const key = [...pageKey(path), 'look', id];
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => post<OpenCase>(path, 'look', { id }, { signal }),
    enabled: id !== undefined,
    retry: false,
  });
  if (id === undefined) return <Empty description="请从溯源列表打开一个案件" />;
  if (error) return <Alert type="error" showIcon title={error.message} />;
  if (!data) return <Skeleton active paragraph={{ rows: 12 }} />;
  const pack = async (sheet: boolean) => {
    try {
      const made = await post<Pack & { sheet: string | null }>(path, 'pack', { id, nameless, sheet });
      if (made.sheet === null) printNode(<PackSheet pack={made} />, packPage(made));
      else
        saveBlob(
          new Blob([Uint8Array.from(atob(made.sheet), (one) => one.charCodeAt(0))], { type: workbook }),
          `溯源资料 ${made.of.caseNo}${nameless ? '（隐去姓名）' : ''}.xlsx`,
        );
      await queries.invalidateQueries({ queryKey: key });
    } catch (failure) {
      feedback().message.error(failure instanceof Error ? failure.message : '没有导出');
    }
  };
  return (
    <div className="k-page">
      <div className="tr-card tr-bar">
        <span>
          {data.readBy} 于 {formatTime(data.readAt)} 查看，已记入日志
        </span>
        <span className="k-spacer" />
        {can(path, 'add') && data.status !== 'CLOSED' ? (
          <Button onClick={() => setAdding(true)}>登记人员</Button>
        ) : null}
        {can(path, 'pack') && data.namelessAt === null ? (
          <>
            <Checkbox checked={nameless} onChange={(event) => setNameless(event.target.checked)}>
              隐去姓名（给监管部门）
            </Checkbox>
            <Button onClick={() => void pack(true)}>下载表格</Button>
            <Button type="primary" onClick={() => void pack(false)}>
              打印资料
            </Button>
          </>
        ) : null}
      </div>
      {adding ? (
        <Suspense fallback={null}>
          <ActionDialog
            path={path}
            title={`登记人员：${data.caseNo}`}
            fields={{ people: foodTrace.fields.people }}
            note="又有人发病，或又问了对照：登记以后全部重新计算"
            row={undefined}
            start={undefined}
            danger={false}
            onSubmit={async ({ people }) => {
              const told = (people as Line[]).map((one) => ({ ...one, symptoms: one.symptoms ?? '' }));
              await post(path, 'add', { id, people: told });
              await queries.invalidateQueries({ queryKey: key });
            }}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      ) : null}
      <NextStep path={path} of={data} />
      <CaseReport of={data} />
      <section className="tr-card tr-wide" aria-label="人员名单">
        <h2>人员（{data.people.length}）</h2>
        <PeopleTable of={data} />
      </section>
      <Interviews path={path} of={data} onTold={() => void queries.invalidateQueries({ queryKey: key })} />
      {data.packs.length > 0 ? (
        <section className="tr-card" aria-label="导出记录">
          <h2>导出记录</h2>
          {data.packs.map((one) => (
            <p key={one.id}>
              {formatTime(one.at)} {one.by}　{one.nameless ? '隐去姓名　' : ''}
              {one.digest}
            </p>
          ))}
        </section>
      ) : null}
    </div>
  );
}

export default view({ page: StudyPage });
