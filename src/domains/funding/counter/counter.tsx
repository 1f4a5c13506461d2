/**
 * 收款台. Enter in the first input finds the person, Enter in the amount takes the money once what it will do is told, and the
 * focus is back for the next in the queue; arrows choose among people of one name and step through the usual amounts. The amount
 * may be typed while the person is still being looked up, but is only taken from whom the clerk sees.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input, Radio } from 'antd';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { asRefusal, post } from '../../../kit/console/http/client.ts';
import { replaceTab } from '../../../kit/console/nav/tabs-store.ts';
import { useTab } from '../../../kit/console/nav/use-tab.ts';
import { keyAfter, newRequestKey } from '../../../kit/console/screens/form/request-key.ts';
import { useOutcome } from '../../../kit/console/screens/form/use-outcome.tsx';
import { afterWrite } from '../../../kit/console/screens/query-keys.ts';
import { RelatedRows } from '../../../kit/console/screens/related-rows.tsx';
import { localPrinter } from '../../../kit/console/widgets/local-printer.ts';
import { MoneyInput } from '../../../kit/console/widgets/money-input.tsx';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { printReceipt, Receipt, type ReceiptData } from '../../../kit/console/widgets/receipt.tsx';
import { UndoButton } from '../../../kit/console/widgets/undo-offer.tsx';
import { useNarrow } from '../../../kit/console/widgets/use-narrow.ts';
import { usePicture } from '../../../kit/console/widgets/use-picture.ts';
import { undoAtOnce } from './buttons.ts';
import { rechargeChannels } from './pages/recharge.page.ts';
import './counter.css';

const recharge = '/admin/organization/recharge';
const people = '/admin/organization/user';
const usual = [5_000, 10_000, 20_000];
const methods = rechargeChannels.filter((one) => !('notInForms' in one));

const focus = (box: { current: HTMLDivElement | null }) => box.current?.querySelector('input')?.focus();

interface Found {
  id: number;
  name: string;
  hint?: string | null;
}
interface Person {
  id: number;
  name: string;
  jobNumber: string | null;
  departmentName: string | null;
  typeName: string | null;
  cardNo: string | null;
  photoUrl: string | null;
  mainBalanceFen: number | null;
  subsidyBalanceFen: number | null;
}
interface Taken {
  id: number;
  receipt: ReceiptData;
  name: string;
}

function Who({ person }: { person: Person }) {
  const face = usePicture(person.photoUrl);
  return (
    <section className="k-card" aria-label="充值对象">
      <div className="f-counter-who">
        {face ? <img src={face} alt={`${person.name}的照片`} /> : <span className="f-counter-noface">无照片</span>}
        <div>
          <h3>{person.name}</h3>
          <p>
            {[person.jobNumber, person.departmentName, person.typeName].filter(Boolean).join(' · ')}
            <br />
            {person.cardNo ? `卡号 ${person.cardNo}` : '未发卡'}
          </p>
          <p className="f-counter-balance">
            余额 <MoneyText fen={person.mainBalanceFen} strong /> 元
          </p>
          {person.subsidyBalanceFen ? (
            <p>
              补贴 <MoneyText fen={person.subsidyBalanceFen} /> 元
            </p>
          ) : null}
        </div>
      </div>
      <RelatedRows
        title="最近充值"
        path={`${recharge}/detail`}
        search={{ personId: [person.id] }}
        columns={['createdAt', 'channel', 'amountFen', 'operatorName', 'status']}
        none="没有充值过"
      />
    </section>
  );
}

/** The last slip, and the seconds in which its money can be given back at once. */
function LastSlip({ taken, onUndone }: { taken: Taken; onUndone: () => void }) {
  const [failed, setFailed] = useState<string>();
  return (
    <section className="k-card" aria-label="上一笔" data-part="last-slip">
      <h2>上一笔 · {taken.name}</h2>
      <Receipt receipt={taken.receipt} />
      <div className="f-counter-line">
        <Button onClick={() => void printReceipt(taken.receipt)}>打印小票</Button>
        <UndoButton
          path={recharge}
          undo={undoAtOnce('收款台当场撤销')}
          id={taken.id}
          onUndone={onUndone}
          onFailed={setFailed}
        />
      </div>
      {failed ? <Alert type="error" showIcon title={failed} /> : null}
    </section>
  );
}

export function Counter() {
  const { id: tabId, path, query } = useTab();
  const client = useQueryClient();
  const narrow = useNarrow();
  const findBox = useRef<HTMLDivElement>(null);
  const amountBox = useRef<HTMLDivElement>(null);
  const numberBox = useRef<HTMLDivElement>(null);
  const [word, setWord] = useState('');
  const [found, setFound] = useState<readonly Found[]>([]);
  const [at, setAt] = useState(0);
  const [personId, setPersonId] = useState<number>();
  const [looking, setLooking] = useState(false);
  /** Which question for a person is the last; an answer to an earlier one comes too late. */
  const question = useRef(0);
  const [amountFen, setAmount] = useState<number | string | null>(null);
  const [channel, setChannel] = useState('CASH');
  const [channelNo, setChannelNo] = useState('');
  const [told, setTold] = useState<string>();
  const [taken, setTaken] = useState<Taken>();
  const [busy, setBusy] = useState(false);
  // Enter before the answer is there: it is taken as soon as what it will do is told.
  const [wanted, setWanted] = useState(false);
  const key = useRef(newRequestKey());

  const person = useQuery({
    queryKey: [people, 'get', personId],
    queryFn: ({ signal }) => post<Person>(people, 'get', { id: personId }, { signal }),
    enabled: personId !== undefined,
  }).data;
  const values = { personId, amountFen, giftFen: 0, channel, channelNo, remark: '' };
  const whole = personId !== undefined && typeof amountFen === 'number' && amountFen > 0;
  const ready = whole && (channel === 'CASH' || channelNo.trim() !== '');
  const outcome = useOutcome(
    recharge,
    ready ? { action: { key: 'create', label: '收款' }, target: {} } : undefined,
    ready ? values : {},
  );

  /** Whom the amount is of, or that he is being looked up. */
  const served = personId ?? looking;
  useEffect(() => focus(served === false ? findBox : amountBox), [served]);

  const serve = useCallback((id: number) => {
    question.current += 1;
    setLooking(false);
    setFound([]);
    setWord('');
    setTold(undefined);
    setWanted(false);
    setChannelNo('');
    setPersonId(id);
    key.current = newRequestKey();
  }, []);
  // Whom the address names is served whoever stood here before, and is taken out of it: read again after a reload it
  // would offer to take the same money twice.
  useEffect(() => {
    const asked = Number(query.personId);
    if (!asked) return;
    serve(asked);
    setAmount(Number(query.amountFen) || null);
    replaceTab({ path, query: {} }, { id: tabId });
  }, [tabId, path, query, serve]);

  const choose = (one: Found | undefined) => {
    if (one) serve(one.id);
  };
  const find = async () => {
    const keyword = word.trim();
    if (keyword === '') return;
    if (found.length > 0) return choose(found[at]);
    setPersonId(undefined);
    setAmount(null);
    setTold(undefined);
    setLooking(true);
    question.current += 1;
    const asked = question.current;
    try {
      const some = await post<Found[]>(people, 'options', { keyword, size: 8 });
      if (asked !== question.current) return;
      setLooking(false);
      if (some.length === 1) choose(some[0]);
      else {
        setFound(some);
        setAt(0);
        setTold(some.length === 0 ? `没有找到「${keyword}」` : undefined);
      }
    } catch (error) {
      if (asked !== question.current) return;
      setLooking(false);
      setTold(asRefusal(error).message);
    }
  };
  const next = () => {
    question.current += 1;
    setLooking(false);
    setPersonId(undefined);
    setAmount(null);
    setChannelNo('');
    setTold(undefined);
    key.current = newRequestKey();
    focus(findBox);
  };
  const take = async () => {
    setWanted(false);
    if (busy || !ready) return;
    setBusy(true);
    try {
      const { id, receipt } = await post<{ id: number; receipt: ReceiptData }>(recharge, 'create', values, {
        requestKey: key.current,
      });
      afterWrite(client, recharge, [id]);
      void client.invalidateQueries({ queryKey: [people] });
      setTaken({ id, receipt, name: person?.name ?? '' });
      if (localPrinter() !== undefined) void printReceipt(receipt);
      next();
    } catch (error) {
      key.current = keyAfter(key.current, error);
      setTold(asRefusal(error).message);
      focus(amountBox);
    } finally {
      setBusy(false);
    }
  };
  const mayTake = ready && !outcome.blocked;
  useEffect(() => {
    if (wanted && mayTake) void take();
    // Nothing else begins it than the answer that was waited for.
  });

  const onFind = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      void find();
    } else if (found.length > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      setAt((at + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length);
    }
  };
  const step = (by: number) => {
    const now = usual.indexOf(Number(amountFen));
    setAmount(usual[now < 0 ? 0 : (now + by + usual.length) % usual.length]!);
  };
  const onAmount = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      step(event.key === 'ArrowUp' ? 1 : -1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (personId === undefined) return;
      if (typeof amountFen !== 'number' || amountFen <= 0) setTold('请输入金额');
      else if (!ready) focus(numberBox);
      else setWanted(true);
    } else if (event.key === 'Escape') next();
  };
  return (
    <div>
      <div className="f-counter">
        <form onSubmit={(event) => event.preventDefault()}>
          <section className="k-card f-counter-find" aria-label="找人" ref={findBox}>
            <Input
              size="large"
              aria-label="卡号、工号或姓名"
              placeholder={narrow ? '刷卡，或输入工号、姓名' : '刷卡，或输入卡号、工号、姓名后按 Enter'}
              autoComplete="off"
              value={word}
              onChange={(event) => {
                setWord(event.target.value);
                setFound([]);
              }}
              onKeyDown={onFind}
            />
            {found.length > 0 ? (
              <div className="f-counter-found" role="listbox" aria-label="找到的人">
                {found.map((one, i) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses through the input
                  <div key={one.id} role="option" tabIndex={-1} aria-selected={i === at} onClick={() => choose(one)}>
                    {one.name}
                    <small>{one.hint}</small>
                  </div>
                ))}
              </div>
            ) : null}
          </section>
          {served !== false ? (
            <section className="k-card f-counter-amount" aria-label="收款">
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the input inside */}
              <div className="f-counter-line" ref={amountBox} onKeyDown={onAmount}>
                <MoneyInput label="充值金额" value={amountFen} onChange={setAmount} className="f-counter-fen" />
                {usual.map((fen) => (
                  <Button key={fen} tabIndex={-1} onClick={() => setAmount(fen)}>
                    {fen / 100}
                  </Button>
                ))}
              </div>
              <Radio.Group
                aria-label="收款方式"
                optionType="button"
                value={channel}
                onChange={(event) => setChannel(String(event.target.value))}
                options={methods.map(({ value, label }) => ({ value, label }))}
              />
              {channel === 'CASH' ? null : (
                <div ref={numberBox}>
                  <Input
                    aria-label="渠道流水号"
                    placeholder="渠道流水号，用于对账"
                    maxLength={64}
                    value={channelNo}
                    onChange={(event) => setChannelNo(event.target.value)}
                    onPressEnter={() => ready && setWanted(true)}
                  />
                </div>
              )}
              {ready ? outcome.shown : null}
              <div className="f-counter-line">
                <Button type="primary" size="large" loading={busy} disabled={!mayTake} onClick={() => setWanted(true)}>
                  {outcome.verb ?? '收款'}
                </Button>
                <Button size="large" onClick={next}>
                  换人（Esc）
                </Button>
              </div>
            </section>
          ) : null}
          {told ? <Alert type="error" showIcon title={told} /> : null}
          <p className="k-help">
            Enter 找人，↑↓ 选人或选 50、100、200 元，Enter 收款后自动回到找人；Esc
            换人。现金记入本人钱箱，交班时一并清点。
          </p>
        </form>
        <div>
          {person ? <Who person={person} /> : null}
          {taken ? <LastSlip key={taken.id} taken={taken} onUndone={() => setTaken(undefined)} /> : null}
        </div>
      </div>
    </div>
  );
}
