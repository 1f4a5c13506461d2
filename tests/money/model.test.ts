/**
 * Random commands against the real writer and the model side by side: same answers, same balances, after every command;
 * restarts and replays in between, all invariants at the end. MONEY_MODEL_RUNS sets the number of sequences.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MoneyRequest, type Outcome, openPurses } from '../../src/domains/wallet/public.server.ts';
import { freezePurses, type WalletWriter } from '../../src/domains/wallet/testing.ts';
import { addDays } from '../../src/kit/server/clock.ts';
import { figure } from '../support/figures.ts';
import { Person } from './model.ts';
import { ask, bench, codeOf, consume, minuteMs, noon, place } from './support.ts';

const b = bench();
const runs = Number(process.env.MONEY_MODEL_RUNS ?? 12);
const dayMs = 24 * 60 * minuteMs;

const amount = fc.integer({ min: 1, max: 900 });
const which = fc.nat(1000);
const commandArb = fc.oneof(
  fc.record({ do: fc.constant('credit' as const), fen: amount, gift: fc.constantFrom(0, 0, 50) }),
  fc.record({ do: fc.constant('grant' as const), fen: amount, days: fc.constantFrom(-1, 0, 1, 3) }),
  fc.record({ do: fc.constant('consume' as const), fen: amount, arrears: fc.boolean() }),
  fc.record({
    do: fc.constant('meals' as const),
    meals: fc.integer({ min: 1, max: 4 }),
    days: fc.constantFrom(-1, 0, 1, 3),
  }),
  fc.record({ do: fc.constant('eat' as const) }),
  fc.record({ do: fc.constant('cashOut' as const), fen: amount }),
  fc.record({ do: fc.constant('clear' as const) }),
  fc.record({ do: fc.constant('reverse' as const), which, part: fc.option(amount, { nil: undefined }) }),
  fc.record({
    do: fc.constant('hold' as const),
    fen: amount,
    ahead: fc.constantFrom(0, 0, 1, 3),
    replaces: fc.option(which, { nil: undefined }),
  }),
  fc.record({ do: fc.constant('settle' as const), which, fen: fc.constantFrom(0, 1, 100, 400) }),
  fc.record({ do: fc.constant('freeze' as const), frozen: fc.boolean() }),
  fc.record({ do: fc.constant('nextDay' as const) }),
  fc.record({ do: fc.constant('replay' as const), which }),
  fc.record({ do: fc.constant('restart' as const) }),
);
type Command = typeof commandArb extends fc.Arbitrary<infer T> ? T : never;

const held = (balances: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(balances).filter(([, amount]) => amount !== 0));

const seen = new Map<string, number>();

/** One sequence for one new person. */
class Sequence {
  readonly model: Person;
  readonly personId: number;
  readonly overdraftFen: number;
  wallet: WalletWriter;
  day = 0;
  /** Postings by order, as the model counts them; holds likewise. */
  readonly postingIds: number[] = [];
  readonly holdIds: number[] = [];
  readonly sent: { request: MoneyRequest; outcome: Outcome }[] = [];

  constructor(personId: number, overdraftFen: number, wallet: WalletWriter) {
    this.personId = personId;
    this.overdraftFen = overdraftFen;
    this.model = new Person(overdraftFen);
    this.wallet = wallet;
  }

  get at(): number {
    return noon + this.day * dayMs;
  }

  get date(): string {
    return addDays('2026-11-20', this.day);
  }

  async both(name: string, request: MoneyRequest, expected: string): Promise<void> {
    const outcome = await this.wallet.submit(request);
    this.sent.push({ request, outcome });
    expect(`${name}: ${codeOf(outcome)}`).toBe(`${name}: ${expected}`);
    seen.set(`${name}/${expected}`, (seen.get(`${name}/${expected}`) ?? 0) + 1);
    if (!('posted' in outcome)) return;
    const { postingId, holdId, balances } = outcome.posted;
    if (postingId !== 0) this.postingIds.push(postingId);
    else if (request.kind === 'HOLD') this.holdIds.push(holdId ?? 0);
    // Lots that are over and empty are closed, and a kind without any open purse is not told.
    expect(held(balances)).toEqual(held(this.model.balances()));
  }

  async run(command: Command): Promise<void> {
    const { model, personId, at } = this;
    const when = { occurredAt: at };
    switch (command.do) {
      case 'credit': {
        const more = command.gift > 0 ? { giftFen: command.gift } : {};
        const request = ask('RECHARGE', personId, { channel: 'WECHAT', amountFen: command.fen, ...more, ...when });
        return this.both('credit', request, model.credit(command.fen, command.gift));
      }
      case 'grant': {
        const ends = command.days < 0 ? '' : addDays(this.date, command.days);
        const request = ask('SUBSIDY_GRANT', personId, {
          amountFen: command.fen,
          ...(ends ? { expiresOn: ends } : {}),
          ...when,
        });
        return this.both('grant', request, model.grant(command.fen, ends));
      }
      case 'consume': {
        const request = consume(personId, command.fen, {
          ...when,
          ...(command.arrears ? { arrearsLimitFen: 500 } : {}),
        });
        return this.both('consume', request, model.consume(command.fen, this.date, command.arrears));
      }
      case 'meals': {
        const ends = command.days < 0 ? '' : addDays(this.date, command.days);
        const request = ask('SUBSIDY_GRANT', personId, {
          purse: 'COUNT',
          amountFen: command.meals,
          ...(ends ? { expiresOn: ends } : {}),
          ...when,
        });
        return this.both('meals', request, model.grant(command.meals, ends, 'COUNT'));
      }
      case 'eat': {
        const price = () => ({ originFen: 0, discountFen: 0, amountFen: 0, countUsed: 1 });
        return this.both('eat', consume(personId, 0, { ...when, price }), model.eat(this.date));
      }
      case 'cashOut':
        return this.both(
          'cashOut',
          ask('CASH_OUT', personId, { amountFen: command.fen, ...when }),
          model.cashOut(command.fen),
        );
      case 'clear':
        return this.both('clear', ask('SUBSIDY_CLEAR', personId, when), model.clear(this.date));
      case 'reverse': {
        const index = this.postingIds.length ? command.which % this.postingIds.length : -1;
        const originalPostingId = this.postingIds[index];
        if (originalPostingId === undefined) return;
        // Clearings can be undone too; the model leaves that to the planner's own properties.
        if (model.postings[index]?.reversible === false && !(await this.isReversal(originalPostingId))) return;
        const part = command.part === undefined ? {} : { amountFen: command.part };
        const request = ask('REVERSE', personId, { originalPostingId, ...part, ...when });
        return this.both('reverse', request, model.reverse(index, command.part));
      }
      case 'hold': {
        const spendOn = addDays(this.date, command.ahead);
        const count = this.holdIds.length;
        const nth = command.replaces === undefined || count === 0 ? undefined : command.replaces % count;
        const replaces = nth === undefined ? {} : { replacesHoldId: this.holdIds[nth]! };
        return this.both(
          nth === undefined ? 'hold' : 'hold anew',
          ask('HOLD', personId, { amountFen: command.fen, purpose: 'ORDER', spendOn, ...replaces, ...when }),
          model.hold(command.fen, spendOn, nth),
        );
      }
      case 'settle': {
        const index = this.holdIds.length ? command.which % this.holdIds.length : -1;
        const holdId = this.holdIds[index];
        if (holdId === undefined) return;
        const request =
          command.fen === 0
            ? ask('HOLD_VOID', personId, { holdId, ...when })
            : ask('HOLD_POST', personId, {
                holdId,
                amountFen: command.fen,
                place,
                absent: command.which % 2 === 0,
                ...when,
              });
        return this.both('settle', request, model.settle(index, command.fen));
      }
      case 'freeze':
        model.frozen = command.frozen;
        await freezePurses(b.database.pool, 7001, [personId], command.frozen);
        return;
      case 'nextDay':
        this.day += 1;
        return;
      case 'replay': {
        const past = this.sent[command.which % Math.max(1, this.sent.length)];
        if (!past) return;
        const again = await this.wallet.submit(past.request);
        // A subsidy granted before is told again without what was in the purses then.
        const granted = past.request.kind === 'SUBSIDY_GRANT' && past.request.purse !== 'COUNT';
        const told = { replayed: true, ...(granted ? { balances: {} } : {}) };
        if ('posted' in past.outcome) expect(again).toEqual({ posted: { ...past.outcome.posted, ...told } });
        else expect(again).toEqual(past.outcome);
        return;
      }
      case 'restart':
        await this.wallet.close();
        this.wallet = b.another();
        return;
    }
  }

  async isReversal(postingId: number): Promise<boolean> {
    const { rows } = await b.database.pool.query<{ kind: string }>('select kind from posting where id = $1', [
      postingId,
    ]);
    return rows[0]?.kind === 'REVERSE';
  }
}

test('the writer and the model agree', { timeout: 600_000 }, async () => {
  let commands = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(commandArb, { minLength: 20, maxLength: 60 }),
      fc.constantFrom(0, 300),
      async (list, overdraftFen) => {
        const [personId = 0] = await b.ids.take(1);
        await openPurses(b.database.pool, 7001, [{ personId, overdraftFen }], b);
        const sequence = new Sequence(personId, overdraftFen, b.another());
        for (const command of list) await sequence.run(command);
        await sequence.wallet.close();
        commands += list.length;
      },
    ),
    { numRuns: runs },
  );
  expect(seen.size).toBeGreaterThan(8);
  figure('模型对照', '命令序列', runs);
  figure('模型对照', '命令', commands);
  figure('模型对照', '走到的命令与结果', seen.size);
  figure('模型对照', '不一致', 0);
});
