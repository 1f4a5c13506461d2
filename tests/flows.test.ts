/** The flows of all pages: whole as graphs, and tied to a server side that can check them. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Flow } from '../src/kit/define/flow.ts';
import type { Bound } from '../src/kit/server/page/binding.ts';
import { loadBindings } from '../src/kit/server/page/registry.ts';

const pages = await loadBindings(join(import.meta.dirname, '..', 'src', 'domains'));

const movesOf = ({ page }: Bound) =>
  [...(page.list?.row ?? []), ...(page.list?.tools ?? [])].flatMap((entry) =>
    typeof entry !== 'string' && entry.move ? [entry.move] : [],
  );
const flows = new Map<Flow, string>();
for (const bound of pages) for (const { flow } of movesOf(bound)) flows.set(flow, bound.page.title);

const handsOf = (flow: Flow) =>
  new Set(Object.entries(flow.moves).flatMap(([event, { from }]) => from.map((state) => flow.hand(event, state))));

it('there are flows', () => {
  expect(flows.size).toBeGreaterThan(1);
});

/** States no move leads to from the first, by the title of its last page, and what brings a document or a life into them. */
const enteredOtherwise: Readonly<Record<string, { states: readonly string[]; by: string }>> = {
  采购单: { states: ['WAITING'], by: 'drawn up above the buyer’s limit' },
  发放计次补贴: {
    states: ['FROZEN', 'USED_UP', 'EXPIRED', 'CLEARED', 'RETURNED', 'FAILED'],
    by: 'what becomes of the lot: spent, past its day, cleared, given back, never booked',
  },
  代理商: { states: ['EXPIRED'], by: 'the day its contract ends' },
  承包商: { states: ['EXPIRED'], by: 'the day its service ends' },
  单位管理: { states: ['EXPIRING', 'EXPIRED'], by: 'the days its service nears its end and ends' },
};

/** The states that moves lead to from these, one after another, and these. */
function reached(flow: Flow, ...begun: string[]): Set<string> {
  const seen = new Set(begun);
  // A set goes on over what is added meanwhile.
  for (const state of seen)
    for (const { from, to } of Object.values(flow.moves)) if (from.includes(state)) seen.add(to);
  return seen;
}

it('a flow names only states it has, and leads from the first to each of them but those entered otherwise', () => {
  const faults: string[] = [];
  for (const [flow, title] of flows) {
    const known = new Set(flow.statuses.map((s) => s.value));
    for (const [event, { from, to }] of Object.entries(flow.moves))
      for (const state of [...from, to]) if (!known.has(state)) faults.push(`${title}: ${event} knows ${state}`);
    const [first, otherwise] = [flow.statuses[0]!.value, enteredOtherwise[title]?.states ?? []];
    const ways = reached(flow, first, ...otherwise);
    for (const { value, label } of flow.statuses) if (!ways.has(value)) faults.push(`${title}: no way to ${label}`);
    for (const state of otherwise)
      if (reached(flow, first, ...otherwise.filter((other) => other !== state)).has(state))
        faults.push(`${title}: moves lead to ${state}`);
  }
  expect(faults).toEqual([]);
  expect(Object.keys(enteredOtherwise).filter((title) => ![...flows.values()].includes(title))).toEqual([]);
});

it('where a hand matters the list says who made the document', () => {
  const faults = pages
    .filter((bound) => movesOf(bound).some(({ flow }) => handsOf(flow).has('other') || handsOf(flow).has('maker')))
    .filter(({ binding }) => binding.list?.maker === undefined)
    .map(({ page }) => page.title);
  expect(faults).toEqual([]);
});

it('what one account makes another decides: no flow lets its maker alone bring a document past a second person', () => {
  for (const [flow, title] of flows)
    for (const [event, move] of Object.entries(flow.moves))
      for (const state of move.from) {
        if (flow.hand(event, state) !== 'other') continue;
        // Every other way by which a maker may reach the same state starts elsewhere.
        const round = Object.entries(flow.moves).filter(
          ([other, m]) =>
            other !== event && m.to === move.to && m.from.includes(state) && flow.hand(other, state) !== 'other',
        );
        expect(round.map(([other]) => `${title}: ${other} goes round ${event}`)).toEqual([]);
      }
});
