/**
 * Who may move a document from which state to which, said once. Both sides read it: pages take their buttons from it, the
 * server checks it under the lock (`moves`), the record draws its path, the API's description and the tests get the graph.
 */
import type { Choice, Fields } from './field.ts';
import type { Action } from './page.ts';
import { labelIn } from './states.ts';
import type { Witness } from './witness.ts';

/** `maker` made the document, `other` is anybody else with the right, `any` both; `house` is a job or a device, no button. */
export type Hand = 'maker' | 'other' | 'any' | 'house';

export interface Move<S extends string = string> {
  label: string;
  from: readonly S[];
  to: S;
  /** Whose hand it takes, `any` unless given; by state where it depends on it. */
  by?: Hand | { readonly [K in S]?: Hand };
  /** Keeps who did it, when and in what words as the document's checker. Moves by `other` do. */
  decides?: boolean;
  /** Whoever made the document is told of it, though it is no decision: what was asked for has come, or has not. */
  tells?: true;
  /** Asked in a small dialog before it runs; `note` or `reason` among them goes into the log. */
  ask?: Fields;
  confirm?: string;
  tone?: Action['tone'];
  done?: string;
  /** For ten seconds the message offers this other move. */
  undo?: Action['undo'];
  batch?: boolean;
  shows?: Action['shows'];
  /** Its dialog states what it will do (`Action.outcome`). */
  outcome?: true;
  /** A second person signs, who is not the document's maker either. */
  witness?: Witness;
  /**
   * Why it cannot happen to a row whose state allows it, out of what the row shows: words for the disabled button, '' where
   * the button is not worth showing. What money or other documents forbid is checked by the server's `moves`.
   */
  unless?: (row: Readonly<Record<string, unknown>>) => string | undefined;
}

/** What a flow needs to know of a document: its state, and whether who looks made it. */
export interface Moved {
  status: unknown;
  mine: boolean;
}

export interface Flow<S extends string = string, E extends string = string> {
  statuses: readonly Choice[];
  moves: Readonly<Record<E, Move<S>>>;
  /** Buttons of a row, in the order of the moves; those of the house have none. */
  buttons: readonly Action[];
  /** One of the buttons, for pages that show some of them or say something else. */
  button(event: E, change?: Partial<Action>): Action;
  /** May it happen in this state, whoever asks? */
  may(event: E, status: unknown): boolean;
  /** Whose hand it takes in this state. */
  hand(event: E, status: unknown): Hand;
  /** Why the hand is the wrong one, in words that go on from the document's number; undefined when it is not. */
  wrongHand(event: E, doc: Moved): string | undefined;
  /** Why it cannot happen, state and hand; undefined when it can. */
  whyNot(event: E, doc: Moved): string | undefined;
  labelOf(status: unknown): string;
  /** The states from the first to this one and on to where it leads if nobody objects; none for a `life`. */
  path(status: unknown): { value: string; label: string; at: 'before' | 'now' | 'ahead' }[];
}

/** A move as a button carries it. */
export interface FlowMove {
  flow: Flow;
  event: string;
}

/** Shortest way of states from the first to `status`, both included; undefined when no move leads there. */
function wayTo(first: string, status: string, moves: readonly Move[]): string[] | undefined {
  const ways: string[][] = [[first]];
  const seen = new Set([first]);
  for (let way = ways.shift(); way; way = ways.shift()) {
    const last = way.at(-1)!;
    if (last === status) return way;
    for (const { from, to } of moves)
      if (from.includes(last) && !seen.has(to)) {
        seen.add(to);
        ways.push([...way, to]);
      }
  }
  return undefined;
}

/**
 * A flow over `statuses`, the first of which documents start in; `moves` in the order their buttons stand. `life`: the
 * states are those a record lives in, back and forth, and no way from a beginning to an end.
 */
export function flow<const C extends readonly Choice[], E extends string>(
  statuses: C,
  moves: Readonly<Record<E, Move<C[number]['value']>>>,
  { life = false }: { life?: boolean } = {},
): Flow<C[number]['value'], E> {
  type S = C[number]['value'];
  const all = moves as Readonly<Record<string, Move>>;
  const hand = (event: string, status: unknown): Hand => {
    const { by = 'any' } = all[event]!;
    return typeof by === 'string' ? by : (by[String(status)] ?? 'any');
  };
  const may = (event: string, status: unknown) => all[event]!.from.includes(status as string);
  const wrongHand = (event: string, { status, mine }: Moved): string | undefined => {
    const who = hand(event, status);
    const { label } = all[event]!;
    if (who === 'other' && mine) return `由您制单，须由另一人${label}`;
    if (who === 'maker' && !mine) return `由他人制单，只能由制单人${label}`;
    return who === 'house' ? `由系统${label}` : undefined;
  };
  const labelOf = (status: unknown) => labelIn(statuses, status);
  const whyNot = (event: string, doc: Moved) =>
    may(event, doc.status) ? wrongHand(event, doc) : `当前状态为「${labelOf(doc.status)}」，不能${all[event]!.label}`;
  const buttons: Action[] = [];
  const made: Flow = {
    statuses,
    moves: all,
    buttons,
    button(event, change = {}) {
      const { label, ask, confirm, tone, done, undo, batch, shows, outcome, witness, unless } = all[event]!;
      const docOf = (row: Readonly<Record<string, unknown>>) => ({ status: row.status, mine: row.mine === true });
      return {
        key: event,
        label,
        move: { flow: made, event },
        ...(ask ? { form: ask } : {}),
        ...(confirm ? { confirm } : {}),
        ...(tone ? { tone } : {}),
        ...(done ? { done } : {}),
        ...(undo ? { undo } : {}),
        ...(batch ? { batch } : {}),
        ...(shows ? { shows } : {}),
        ...(outcome ? { outcome } : {}),
        ...(witness ? { witness } : {}),
        when: (row) => whyNot(event, docOf(row)) === undefined && unless?.(row) === undefined,
        // A state that does not allow it hides the button; a wrong hand or another reason stands on it.
        whyNot: (row) => (may(event, row.status) ? (wrongHand(event, docOf(row)) ?? unless?.(row)) : undefined),
        ...change,
      };
    },
    may,
    hand,
    wrongHand,
    whyNot,
    labelOf,
    path(status) {
      if (life) return [];
      const list = Object.values(all);
      const way = wayTo(statuses[0]!.value, String(status), list) ?? [String(status)];
      const onward = (last: string | undefined) =>
        list.find((m) => last !== undefined && m.tone !== 'danger' && m.from.includes(last) && !way.includes(m.to))?.to;
      for (let next = onward(way.at(-1)); next !== undefined; next = onward(next)) way.push(next);
      const now = way.indexOf(String(status));
      return way.map((value, i) => ({
        value,
        label: labelOf(value),
        at: i < now ? 'before' : i === now ? 'now' : 'ahead',
      }));
    },
  };
  for (const [event, { by }] of Object.entries(all)) if (by !== 'house') buttons.push(made.button(event));
  return made as unknown as Flow<S, E>;
}

/** The flow of a page's record: that of its first button that makes a move. */
export function flowOf(page: { list?: { row?: readonly (string | Action)[] } }): Flow | undefined {
  for (const entry of page.list?.row ?? []) if (typeof entry !== 'string' && entry.move) return entry.move.flow;
  return undefined;
}
