/** The grid itself: people down, meals of days across. Only rows in view are drawn; walked by keys, ticked by mouse or keys. */

import { Segmented } from 'antd';
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { today } from '../../../../kit/console/clock.ts';
import { useNarrow } from '../../../../kit/console/widgets/use-narrow.ts';
import { weekdayNames } from '../../../menu/public.ts';
import { asText, countsOf, fromText, keyOf, type Range, spanOf, stateOf, termsAt, type Wish } from '../ticks.ts';
import type { GridPerson } from '../week.ts';
import { Row } from './row.tsx';
import type { GridAtHand } from './use-grid.ts';

/** As the style sheet draws it. */
const rowPx = 30;
/** Columns of a fixed layout: rows that come into view do not have all the others measured again. */
const namePx = 150;
const departmentPx = 110;
const slotPx = 44;
/** On a phone one day at a time, and the name gives way to its meals. */
const phoneNamePx = 104;
/** Rows drawn above and below those in view. */
const around = 8;

const start: Range = { row: 0, slot: 0, toRow: 0, toSlot: 0 };
const noWords: ReadonlyMap<string, string> = new Map();

function useRows(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const read = () => setFirst(Math.floor(element.scrollTop / rowPx));
    const watch = new ResizeObserver(() => setHeight(element.clientHeight));
    watch.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, []);
  const from = Math.max(0, Math.min(first, count) - around);
  return { box, height, from, to: Math.min(count, first + Math.ceil(height / rowPx) + around) };
}

export interface TableProps {
  at: GridAtHand;
  /** Those the filter leaves, in their order. */
  people: readonly GridPerson[];
  canEdit: boolean;
  /** A letter was typed: somebody looks for a name. */
  onFind(letter: string): void;
}

export function GridTable({ at, people, canEdit, onFind }: TableProps) {
  const { week, stored, edits } = at;
  const narrow = useNarrow();
  const meals = week.meals.length;
  const [chosen, setChosen] = useState(() =>
    Math.max(
      0,
      week.days.findIndex(({ date }) => date === today()),
    ),
  );
  const day = narrow ? Math.min(chosen, week.days.length - 1) : null;
  const drawn = (slot: number) => day === null || Math.floor(slot / meals) === day;
  const last = { row: people.length - 1, slot: week.slots.length - 1 };
  const [range, setRange] = useState<Range>(start);
  const dragged = useRef<'no' | 'press' | 'drag'>('no');
  const { box, height, from, to } = useRows(people.length);
  const counts = useMemo(() => countsOf(week, people, stored, edits), [week, people, stored, edits]);
  const clashes = useMemo(
    () =>
      at.clashes.length === 0
        ? noWords
        : new Map(
            at.clashes.map((one) => [one.key, `${one.byName}已改为${one.theirs > 0 ? ` ${one.theirs} 份` : '未报'}`]),
          ),
    [at.clashes],
  );
  const focus = { row: Math.min(range.toRow, Math.max(0, last.row)), slot: Math.min(range.toSlot, last.slot) };
  const span = spanOf(range);

  const portionsAt = (row: number, slot: number): number | undefined => {
    const person = people[row];
    const terms = person ? termsAt(week, person, slot) : null;
    if (!person || !terms) return undefined;
    const { portions } = stateOf(stored, edits, keyOf(person.id, slot), terms);
    // Of who is gone nothing more is to be said: a whole column is ticked without them.
    return terms.gone && portions === 0 ? undefined : portions;
  };
  const wishes = (rows: readonly number[], slots: readonly number[], portions: number): Wish[] =>
    rows.flatMap((row) => {
      const person = people[row];
      return person ? slots.map((slot) => ({ personId: person.id, kind: person.kind, slot, portions })) : [];
    });
  const between = (a: number, b: number) => Array.from({ length: b - a + 1 }, (_, i) => a + i);
  const ofSpan = (area: Range) => {
    const { top, bottom, left, right } = spanOf(area);
    return [between(top, Math.min(bottom, last.row)), between(left, right)] as const;
  };
  /** Ticks what is not ticked yet, or takes all back where everything is. */
  const toggle = (rows: readonly number[], slots: readonly number[]) => {
    if (!canEdit) return;
    const all = rows.every((row) => slots.every((slot) => (portionsAt(row, slot) ?? 1) > 0));
    const wanted = wishes(rows, slots, all ? 0 : 1);
    at.apply(
      all ? wanted : wanted.filter((one, i) => (portionsAt(rows[Math.floor(i / slots.length)]!, one.slot) ?? 1) === 0),
    );
  };
  const put = (portions: number) => canEdit && at.apply(wishes(...ofSpan(range), portions));

  const show = (row: number) => {
    const element = box.current;
    if (!element) return;
    const top = row * rowPx;
    const head = element.querySelector('thead')?.clientHeight ?? 0;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowPx > element.scrollTop + element.clientHeight - head)
      element.scrollTop = top + rowPx - element.clientHeight + head;
  };
  const go = (row: number, slot: number, extend: boolean) => {
    const toRow = Math.max(0, Math.min(last.row, row));
    const toSlot = Math.max(0, Math.min(last.slot, slot));
    setRange(extend ? { ...range, toRow, toSlot } : { row: toRow, slot: toSlot, toRow, toSlot });
    show(toRow);
  };
  // The cell with the keyboard may have to be drawn first.
  const walked = useRef(false);
  useEffect(() => {
    if (!walked.current) return;
    walked.current = false;
    box.current
      ?.querySelector<HTMLElement>(`[data-row="${focus.row}"] [data-cell="${focus.slot}"]`)
      ?.focus({ preventScroll: true });
  });

  const cellOf = (target: EventTarget): { row: number; slot: number } | undefined => {
    const cell = (target as HTMLElement).closest<HTMLElement>('[data-cell]');
    const row = cell?.closest<HTMLElement>('[data-row]')?.dataset.row;
    return cell && row !== undefined ? { row: Number(row), slot: Number(cell.dataset.cell) } : undefined;
  };
  const page = Math.max(1, Math.floor(height / rowPx) - 3);
  const keyDown = (event: KeyboardEvent) => {
    const command = event.ctrlKey || event.metaKey;
    const { row, slot } = focus;
    const ways: Record<string, [number, number]> = {
      ArrowUp: [row - 1, slot],
      ArrowDown: [row + 1, slot],
      ArrowLeft: [row, command ? slot - meals : slot - 1],
      ArrowRight: [row, command ? slot + meals : slot + 1],
      PageUp: [row - page, slot],
      PageDown: [row + page, slot],
      Home: [command ? 0 : row, 0],
      End: [command ? last.row : row, last.slot],
    };
    const way = ways[event.key];
    if (way) {
      walked.current = true;
      go(...way, event.shiftKey);
    } else if (command && event.key.toLowerCase() === 'a')
      setRange({ row: 0, slot: 0, toRow: last.row, toSlot: last.slot });
    else if (command) return;
    else if (event.key === ' ') toggle(...ofSpan(range));
    else if (event.key === 'Delete' || event.key === 'Backspace' || event.key === '0') put(0);
    else if (/^[1-9]$/.test(event.key)) put(Number(event.key));
    else if (event.key === 'Escape') setRange({ ...range, row: range.toRow, slot: range.toSlot });
    else if (event.key.length === 1) onFind(event.key);
    else return;
    event.preventDefault();
  };
  const copy = (event: ClipboardEvent) => {
    const [rows, slots] = ofSpan(range);
    event.clipboardData.setData(
      'text/plain',
      asText(rows.map((row) => slots.map((slot) => portionsAt(row, slot) ?? 0))),
    );
    event.preventDefault();
  };
  /** A block goes where the selection begins; one smaller than the selection is repeated over it. */
  const paste = (event: ClipboardEvent) => {
    if (!canEdit) return;
    event.preventDefault();
    const block = fromText(event.clipboardData.getData('text/plain'));
    const width = Math.max(...block.map((line) => line.length));
    const rows = between(span.top, Math.min(last.row, Math.max(span.bottom, span.top + block.length - 1)));
    const slots = between(span.left, Math.min(last.slot, Math.max(span.right, span.left + width - 1)));
    at.apply(
      rows.flatMap((row, i) =>
        slots.flatMap((slot, j) => {
          const portions = block[i % block.length]?.[j % width];
          return portions === undefined ? [] : wishes([row], [slot], portions);
        }),
      ),
      '粘贴',
    );
  };
  const down = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (!cell || event.button !== 0) return;
    dragged.current = event.shiftKey ? 'drag' : 'press';
    walked.current = true;
    setRange(
      event.shiftKey
        ? { ...range, toRow: cell.row, toSlot: cell.slot }
        : { ...cell, toRow: cell.row, toSlot: cell.slot },
    );
    event.preventDefault();
  };
  const over = (event: MouseEvent) => {
    if (dragged.current === 'no' || event.buttons !== 1) return;
    const cell = cellOf(event.target);
    if (!cell || (cell.row === range.toRow && cell.slot === range.toSlot)) return;
    dragged.current = 'drag';
    setRange({ ...range, toRow: cell.row, toSlot: cell.slot });
  };
  const up = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    const pressed = dragged.current === 'press';
    dragged.current = 'no';
    if (pressed && cell && cell.row === range.row && cell.slot === range.slot) toggle([cell.row], [cell.slot]);
  };
  const click = (event: MouseEvent) => {
    const { rowTick, slotTick } = ((event.target as HTMLElement).closest<HTMLElement>('button')?.dataset ?? {}) as {
      rowTick?: string;
      slotTick?: string;
    };
    if (rowTick !== undefined) toggle([Number(rowTick)], between(0, last.slot).filter(drawn));
    if (slotTick !== undefined) toggle(between(0, last.row), [Number(slotTick)]);
  };
  const grid = (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid within is walked with the keys handled here.
    <div
      ref={box}
      className="rm-box"
      onKeyDown={keyDown}
      onCopy={copy}
      onPaste={paste}
      onMouseDown={down}
      onMouseOver={over}
      onMouseUp={up}
      onClick={click}
      // The cells themselves take the focus.
      onFocus={() => undefined}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid that is edited and walked with the arrow keys.
        role="grid"
        aria-label="报餐"
        aria-rowcount={people.length + 2}
        aria-multiselectable
        className="rm-grid"
        style={{
          minWidth: narrow ? 0 : namePx + departmentPx + week.slots.length * slotPx,
        }}
      >
        <colgroup>
          <col style={{ width: narrow ? phoneNamePx : namePx }} />
          {narrow ? null : <col style={{ width: departmentPx }} />}
          <col span={narrow ? meals : week.slots.length} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className="rm-name">
              姓名
            </th>
            <th scope="col" rowSpan={2} className="rm-department">
              部门
            </th>
            {week.days.map(({ date, off }, i) =>
              drawn(i * meals) ? (
                <th key={date} scope="colgroup" colSpan={meals} className={`rm-day${off ? ' rm-rest' : ''}`}>
                  {weekdayNames[i]} {date.slice(5)}
                  {off ? ' 休' : ''}
                </th>
              ) : null,
            )}
          </tr>
          <tr>
            {week.slots.map((slot, i) => {
              if (!drawn(i)) return null;
              const name = week.meals.find((meal) => meal.id === slot.mealPeriodId)?.name ?? '';
              return (
                <th key={`${slot.date}/${slot.mealPeriodId}`} scope="col" className={i % meals === 0 ? 'rm-day' : ''}>
                  <button type="button" tabIndex={-1} data-slot-tick={i} title="整列报餐；已全部报的整列取消">
                    {name}
                  </button>
                  <output>{counts[i]}</output>
                  {week.guests[i] ? <small title={`客餐 ${week.guests[i]} 人`}>客 {week.guests[i]}</small> : null}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {from > 0 ? <tr aria-hidden style={{ height: from * rowPx }} /> : null}
          {people.slice(from, to).map((person, i) => {
            const row = from + i;
            const inside = row >= span.top && row <= span.bottom;
            return (
              <Row
                key={person.id}
                person={person}
                row={row}
                week={week}
                day={day}
                stored={stored}
                edits={edits}
                gate={at.gate}
                focus={row === focus.row ? focus.slot : -1}
                left={inside ? span.left : -1}
                right={inside ? span.right : -1}
                clashes={clashes}
              />
            );
          })}
          {to < people.length ? <tr aria-hidden style={{ height: (people.length - to) * rowPx }} /> : null}
        </tbody>
      </table>
    </div>
  );
  if (day === null) return grid;
  return (
    <>
      <Segmented
        block
        aria-label="哪一天"
        value={day}
        options={week.days.map(({ date }, i) => ({
          value: i,
          label: weekdayNames[i]!.slice(-1),
          title: date,
        }))}
        onChange={(next) => setChosen(next)}
      />
      {grid}
    </>
  );
}
