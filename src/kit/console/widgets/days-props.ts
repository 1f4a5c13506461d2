/** What the day inputs and the calendar that takes their place are given. */

export type Day = string | null;

export interface DaysInputProps {
  /** DOM ids of the inputs, as many as there are days. */
  ids: readonly string[];
  label: string;
  placeholders: readonly string[];
  /** One day, or first and last of a range, each `YYYY-MM-DD`. */
  days: readonly Day[];
  /** What the quick ranges beside the calendar count from, `YYYY-MM-DD`. */
  today: string;
  /** Shown, typed and picked as months `YYYY-MM`; a month is given by one of its days. */
  months?: boolean;
  onChange: (days: Day[]) => void;
}

export interface CalendarProps extends DaysInputProps {
  /** Which input had the focus when the calendar was asked for. */
  focusAt: number;
  /** It was pressed, not tabbed to. */
  defaultOpen: boolean;
}
