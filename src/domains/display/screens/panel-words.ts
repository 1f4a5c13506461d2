/** What a screen can show, and what a reading of it looks like. Both sides read it, the wall too. */

export const panels = [
  { value: 'UNIT', label: '证照等级', day: false },
  { value: 'COMMITMENT', label: '承诺与投诉电话', day: false },
  { value: 'OFFICERS', label: '食品安全员', day: false },
  { value: 'INSPECTIONS', label: '今日巡检与陪餐', day: true },
  { value: 'MENU', label: '今日菜谱', day: true },
  { value: 'CHECKS', label: '今日晨检', day: true },
  { value: 'SAMPLES', label: '今日留样', day: true },
  { value: 'CREW', label: '当班后厨人员', day: true },
  { value: 'LUNCH', label: '就餐实况', day: true },
  { value: 'VIDEOS', label: '宣传视频', day: false },
] as const;
export type PanelKey = (typeof panels)[number]['value'];

/** A panel of a layout: how long it stays, and between which hours; both null: always. */
export interface PanelTold {
  key: PanelKey;
  /** 5–600. */
  seconds: number;
  /** `HH:mm`. */
  from: string | null;
  to: string | null;
}

/** Of a screen nobody laid out yet: what is published of food safety, and no figures of the canteen's own. */
export const plainLayout: readonly PanelTold[] = panels
  .filter(({ value }) => value !== 'LUNCH')
  .map(({ value }) => ({
    key: value,
    seconds: value === 'MENU' ? 20 : 12,
    from: null,
    to: null,
  }));

export type Shown =
  | { kind: 'facts'; lines: { label: string; value: string }[] }
  | { kind: 'text'; text: string; footer: string }
  | { kind: 'people'; people: { name: string; post: string; note: string; photo: string | null }[] }
  | { kind: 'meals'; meals: { name: string; hours: string; dishes: { name: string; allergens: string }[] }[] }
  | { kind: 'figures'; figures: { label: string; value: string; bad: boolean }[]; note: string }
  | { kind: 'films'; films: { title: string; file: string; film: boolean; seconds: number }[] };

export interface BoardPanel extends PanelTold {
  title: string;
  /** It belongs to the day and vanishes with it. */
  day: boolean;
  shown: Shown;
}

/** What a screen shows now. */
export interface Board {
  unit: string;
  restaurant: string;
  ratio: 'WIDE' | 'TALL';
  /** `YYYY-MM-DD` the panels of the day are of. */
  day: string;
  panels: BoardPanel[];
}

/** Without the server so long, a wall says that it is offline; milliseconds. */
export const offlineMs = 10 * 60_000;

/** Panels to go through at an instant: within their hours, and none of a day that is over. */
export function panelsNow(board: Board, now: { day: string; minute: number }): BoardPanel[] {
  const minuteOf = (hm: string) => Number(hm.slice(0, 2)) * 60 + Number(hm.slice(3));
  return board.panels.filter(({ day, from, to }) => {
    if (day && board.day !== now.day) return false;
    if (from === null || to === null) return true;
    const [begin, end] = [minuteOf(from), minuteOf(to)];
    return begin < end ? begin <= now.minute && now.minute < end : now.minute >= begin || now.minute < end;
  });
}

/** Seconds that a panel stays: films and pictures each run once to their end, however short the panel was set. */
export const staysFor = ({ seconds, shown }: BoardPanel): number =>
  shown.kind === 'films'
    ? Math.max(
        seconds,
        shown.films.reduce((sum, film) => sum + film.seconds, 0),
      )
    : seconds;
