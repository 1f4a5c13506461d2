/** What a chart draws: names or days along the axis, series of columns or lines over them. */
export interface Series {
  name: string;
  kind: 'bar' | 'line';
  /** One per name; null where there is nothing. */
  values: readonly (number | null)[];
  /** A value in words, for whoever points at it. */
  said?: (value: number) => string;
  /** It counts something else than the others: its scale stands on the right. */
  ownScale?: boolean;
}

export interface Drawing {
  names: readonly string[];
  series: readonly Series[];
  /** Where the names of the series stand. */
  legend: 'center' | 'end';
}
