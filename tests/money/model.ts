/**
 * The money core in memory, as simple as it can be said: one person's purses as plain numbers, no database, no batches.
 * Written from the rules, not from the planner, so that the two can disagree.
 */

export type Code =
  | 'posted'
  | 'INSUFFICIENT_BALANCE'
  | 'INSUFFICIENT_COUNT'
  | 'PURSE_FROZEN'
  | 'OVER_REVERSED'
  | 'NOT_REVERSIBLE'
  | 'HOLD_SETTLED'
  | 'OVER_HELD'
  | 'NOTHING_LEFT';

interface Pot {
  kind: 'MAIN' | 'SUBSIDY' | 'GIFT' | 'ARREARS' | 'COUNT';
  /** Meals of COUNT. */
  fen: number;
  heldFen: number;
  /** Last day; '' never ends. */
  ends: string;
  /** Order of creation. */
  age: number;
}

interface Take {
  pot: Pot;
  fen: number;
}

interface Done {
  /** In the order they were moved; signed. */
  takes: Take[];
  reversible: boolean;
  reversedFen: number;
}

interface Held {
  takes: Take[];
  open: boolean;
}

const arrearsLimit = 500;

export class Person {
  #age = 0;
  readonly #main = this.#pot('MAIN');
  readonly #pots: Pot[] = [this.#main, this.#pot('SUBSIDY')];
  readonly postings: Done[] = [];
  readonly holds: Held[] = [];
  frozen = false;
  overdraftFen: number;

  constructor(overdraftFen: number) {
    this.overdraftFen = overdraftFen;
  }

  #pot(kind: Pot['kind'], ends = ''): Pot {
    return { kind, fen: 0, heldFen: 0, ends, age: this.#age++ };
  }

  /** The standing pot of a kind, made when missing. */
  #standing(kind: Pot['kind']): Pot {
    const known = this.#pots.find((p) => p.kind === kind && p.ends === '');
    if (known) return known;
    const made = this.#pot(kind);
    this.#pots.push(made);
    return made;
  }

  #post(takes: Take[], reversible = true): Code {
    for (const take of takes) take.pot.fen += take.fen;
    this.postings.push({ takes: takes.filter((t) => t.fen !== 0), reversible, reversedFen: 0 });
    return 'posted';
  }

  balances(): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const pot of this.#pots) sums[pot.kind] = (sums[pot.kind] ?? 0) + pot.fen;
    return sums;
  }

  credit(fen: number, giftFen: number): Code {
    const debt = this.#pots.find((p) => p.kind === 'ARREARS');
    const repay = debt ? Math.min(fen, -debt.fen) : 0;
    const takes: Take[] = debt ? [{ pot: debt, fen: repay }] : [];
    takes.push({ pot: this.#main, fen: fen - repay });
    if (giftFen > 0) takes.push({ pot: this.#standing('GIFT'), fen: giftFen });
    return this.#post(takes);
  }

  grant(fen: number, ends: string, kind: 'SUBSIDY' | 'COUNT' = 'SUBSIDY'): Code {
    const pot = ends === '' ? this.#standing(kind) : this.#pot(kind, ends);
    if (ends !== '') this.#pots.push(pot);
    return this.#post([{ pot, fen }]);
  }

  /** One meal out of the meals that end first, of those the fewest, of those the oldest; money stays where it is. */
  eat(day: string): Code {
    if (this.frozen) return 'PURSE_FROZEN';
    const [pot] = this.#pots
      .filter((p) => p.kind === 'COUNT' && p.fen > 0 && (p.ends === '' || p.ends >= day))
      .sort((a, b) => (a.ends || '9').localeCompare(b.ends || '9') || a.fen - b.fen || a.age - b.age);
    return pot ? this.#post([{ pot, fen: -1 }]) : 'INSUFFICIENT_COUNT';
  }

  /** Meals are given back whole or not at all. */
  #reverseMeals(done: Done, wanted: number | undefined): Code {
    if (wanted !== undefined || done.reversedFen > 0) return 'OVER_REVERSED';
    const back = done.takes.map((take) => ({ pot: take.pot, fen: -take.fen }));
    if (this.frozen && back.some((take) => take.fen < 0)) return 'PURSE_FROZEN';
    if (back.some((take) => take.pot.fen < -take.fen)) return 'INSUFFICIENT_COUNT';
    done.reversedFen = 1;
    return this.#post(back, false);
  }

  /** Who pays `fen` on `day`: subsidies (soonest end, smallest, oldest), gift, main, its overdraft. */
  #split(fen: number, day: string): Take[] | undefined {
    const rank = { SUBSIDY: 0, GIFT: 1, MAIN: 2, ARREARS: 3, COUNT: 4 };
    const pots = this.#pots
      .filter((p) => p.kind !== 'ARREARS' && p.kind !== 'COUNT' && (p.ends === '' || p.ends >= day))
      .sort(
        (a, b) =>
          rank[a.kind] - rank[b.kind] || (a.ends || '9').localeCompare(b.ends || '9') || a.fen - b.fen || a.age - b.age,
      );
    const takes: Take[] = [];
    let left = fen;
    for (const pot of pots) {
      const own = Math.min(left, Math.max(0, pot.fen - pot.heldFen));
      if (own > 0) takes.push({ pot, fen: own });
      left -= own;
    }
    const room = Math.min(left, this.overdraftFen + Math.min(0, this.#main.fen - this.#main.heldFen));
    if (room > 0) {
      const main = takes.find((t) => t.pot === this.#main);
      if (main) main.fen += room;
      else takes.push({ pot: this.#main, fen: room });
      left -= room;
    }
    return left === 0 ? takes : undefined;
  }

  consume(fen: number, day: string, arrears: boolean): Code {
    if (this.frozen) return 'PURSE_FROZEN';
    const whole = this.#split(fen, day);
    if (whole) return this.#post(whole.map((t) => ({ ...t, fen: -t.fen })));
    if (!arrears) return 'INSUFFICIENT_BALANCE';
    let payable = fen;
    while (payable > 0 && !this.#split(payable, day)) payable -= 1;
    const debt = this.#pots.find((p) => p.kind === 'ARREARS');
    if (fen - payable > arrearsLimit + (debt?.fen ?? 0)) return 'INSUFFICIENT_BALANCE';
    const takes = (this.#split(payable, day) ?? []).map((t) => ({ ...t, fen: -t.fen }));
    return this.#post([...takes, { pot: this.#standing('ARREARS'), fen: payable - fen }]);
  }

  cashOut(fen: number): Code {
    if (this.frozen) return 'PURSE_FROZEN';
    if (this.#main.fen - this.#main.heldFen < fen) return 'INSUFFICIENT_BALANCE';
    return this.#post([{ pot: this.#main, fen: -fen }]);
  }

  clear(day: string): Code {
    const ended = this.#pots.filter((p) => p.ends !== '' && p.ends < day && p.fen - p.heldFen > 0);
    if (ended.length === 0) return 'NOTHING_LEFT';
    return this.#post(
      ended.map((pot) => ({ pot, fen: pot.heldFen - pot.fen })),
      false,
    );
  }

  reverse(index: number, wanted: number | undefined): Code {
    const done = this.postings[index];
    if (!done) throw new Error('no such posting');
    if (!done.reversible) return 'NOT_REVERSIBLE';
    if (done.takes.every((take) => take.pot.kind === 'COUNT')) return this.#reverseMeals(done, wanted);
    const total = done.takes.reduce((sum, t) => sum + Math.abs(t.fen), 0);
    const left = total - done.reversedFen;
    const fen = wanted ?? left;
    if (fen > left || left === 0) return 'OVER_REVERSED';
    const back: Take[] = [];
    let skip = done.reversedFen;
    let rest = fen;
    for (const take of [...done.takes].reverse()) {
      const size = Math.abs(take.fen);
      const skipped = Math.min(skip, size);
      skip -= skipped;
      const part = Math.min(rest, size - skipped);
      rest -= part;
      if (part === 0) continue;
      const out = take.fen > 0;
      if (out && this.frozen) return 'PURSE_FROZEN';
      const room = take.pot.kind === 'ARREARS' ? take.pot.fen + arrearsLimit : take.pot.fen - take.pot.heldFen;
      if (out && room < part) return 'INSUFFICIENT_BALANCE';
      const own = !out && take.pot.kind === 'ARREARS' ? Math.min(part, -take.pot.fen) : part;
      back.push({ pot: take.pot, fen: out ? -own : own });
      if (own < part) back.push({ pot: this.#main, fen: part - own });
    }
    done.reversedFen += fen;
    return this.#post(back, false);
  }

  /** Of what may be spent on `day`; with `replaces`, in the place of that hold, which a refusal leaves as it was. */
  hold(fen: number, day: string, replaces?: number): Code {
    const former = replaces === undefined ? undefined : this.holds[replaces];
    if (former && !former.open) return 'HOLD_SETTLED';
    if (this.frozen) return 'PURSE_FROZEN';
    for (const take of former?.takes ?? []) take.pot.heldFen -= take.fen;
    const takes = this.#split(fen, day);
    if (!takes) {
      for (const take of former?.takes ?? []) take.pot.heldFen += take.fen;
      return 'INSUFFICIENT_BALANCE';
    }
    if (former) former.open = false;
    for (const take of takes) take.pot.heldFen += take.fen;
    this.holds.push({ takes, open: true });
    return 'posted';
  }

  settle(index: number, fen: number): Code {
    const hold = this.holds[index];
    if (!hold) throw new Error('no such hold');
    if (!hold.open) return 'HOLD_SETTLED';
    if (fen > hold.takes.reduce((sum, t) => sum + t.fen, 0)) return 'OVER_HELD';
    hold.open = false;
    let left = fen;
    const takes: Take[] = [];
    for (const { pot, fen: held } of hold.takes) {
      pot.heldFen -= held;
      takes.push({ pot, fen: -Math.min(left, held) });
      left -= Math.min(left, held);
    }
    return fen > 0 ? this.#post(takes) : 'posted';
  }
}
