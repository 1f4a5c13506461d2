/** One person's week: a mark per meal of a day. */
import { memo } from 'react';
import { type Edits, type Gate, keyOf, lockedNow, type Stored, stateOf, termsAt } from '../ticks.ts';
import type { GridPerson, GridWeek } from '../week.ts';

export interface RowProps {
  person: GridPerson;
  row: number;
  week: GridWeek;
  /** The one day drawn on a phone; null for all. */
  day: number | null;
  stored: Stored;
  edits: Edits;
  gate: Gate;
  /** Slot with the keyboard; -1 where it is in another row. */
  focus: number;
  /** Slots that are selected, both ends; -1 for none. */
  left: number;
  right: number;
  /** Cells somebody else changed, with what to say of them. */
  clashes: ReadonlyMap<string, string>;
}

const mark = (portions: number) => (portions === 0 ? '–' : portions === 1 ? '✓' : String(portions));
/** After the cut-off it is somebody else's to do: whose, the cell says. */
const helpWith = (locked: string) => (locked.endsWith('截止') ? `${locked}，补报、撤报请找食堂管理员` : locked);

const spoken = (portions: number, byDefault: boolean) =>
  portions === 0 ? '未报' : byDefault ? '默认就餐' : `已报 ${portions} 份`;

export const Row = memo(
  function Row({ person, row, week, day, stored, edits, gate, focus, left, right, clashes }: RowProps) {
    const meals = week.meals.length;
    return (
      <tr aria-rowindex={row + 3} data-row={row}>
        <th scope="row" className="rm-name" title={`${person.name} ${person.jobNumber} ${person.departmentName}`}>
          <button type="button" tabIndex={-1} data-row-tick={row} title="整行报餐；已全部报的整行取消">
            {person.name}
          </button>
          <small>{[person.jobNumber, week.gone[person.id]].filter(Boolean).join(' ')}</small>
        </th>
        <td className="rm-department" title={person.departmentName}>
          {person.departmentName.split('/').at(-1)}
        </td>
        {week.slots.map((slot, i) => {
          if (day !== null && Math.floor(i / meals) !== day) return null;
          const own = termsAt(week, person, i);
          const key = keyOf(person.id, i);
          const first = i % meals === 0 ? ' rm-day' : '';
          const selected = i >= left && i <= right ? ' rm-selected' : '';
          const focused = i === focus;
          const shared = {
            role: 'gridcell',
            tabIndex: focused ? 0 : -1,
            'aria-selected': selected !== '',
            'data-cell': i,
          };
          if (!own)
            return (
              <td
                key={key}
                {...shared}
                className={`rm-none${first}${selected}`}
                title="不用报餐"
                aria-label="不用报餐"
              />
            );
          const { portions, byDefault, changed } = stateOf(stored, edits, key, own);
          const before = stored.get(key)?.portions ?? (own.byDefault ? 1 : 0);
          const locked = lockedNow(slot, own, before, gate);
          const clash = clashes.get(key);
          const look = [
            portions > 0 ? (byDefault ? 'rm-default' : 'rm-on') : 'rm-off',
            locked ? 'rm-locked' : '',
            changed ? 'rm-changed' : '',
            clash ? 'rm-clash' : '',
          ].join(' ');
          const said = [spoken(portions, byDefault), locked && helpWith(locked), clash].filter(Boolean).join('；');
          return (
            <td key={key} {...shared} className={`${look}${first}${selected}`} title={said} aria-label={said}>
              {own.away && portions === 0 ? '假' : mark(portions)}
            </td>
          );
        })}
      </tr>
    );
  },
  // The gate moves with every drawing; only what it opens and closes shows, and the table tells by its minute.
  (a, b) =>
    a.person === b.person &&
    a.row === b.row &&
    a.week === b.week &&
    a.day === b.day &&
    a.stored === b.stored &&
    a.focus === b.focus &&
    a.left === b.left &&
    a.right === b.right &&
    a.clashes === b.clashes &&
    a.gate.late === b.gate.late &&
    Math.floor(a.gate.nowMs / 60_000) === Math.floor(b.gate.nowMs / 60_000) &&
    (a.edits === b.edits || !touches(a, b)),
);

/** Did an edit of this person's come, go or change? */
const touches = (a: RowProps, b: RowProps) =>
  a.week.slots.some((_, slot) => {
    const key = keyOf(a.person.id, slot);
    return a.edits.get(key) !== b.edits.get(key);
  });
