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

it('a flow names only states it has, and leads to each of them but those documents start in', () => {
  const faults: string[] = [];
  for (const [flow, title] of flows) {
    const known = new Set(flow.statuses.map((s) => s.value));
    const moves = Object.entries(flow.moves);
    for (const [event, { from, to }] of moves)
      for (const state of [...from, to]) if (!known.has(state)) faults.push(`${title}: ${event} knows ${state}`);
    // States of a life may come from elsewhere: a day that has passed, a purse that is spent.
    if (flow.path(flow.statuses[0]!.value).length === 0) continue;
    const touched = new Set(moves.flatMap(([, { from, to }]) => [...from, to]));
    for (const { value, label } of flow.statuses)
      if (!touched.has(value)) faults.push(`${title}: no move touches ${label}`);
  }
  expect(faults).toEqual([]);
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
