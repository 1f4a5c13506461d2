/** A sample in the matrix: its state in a word, its grams; a press weighs what waits and opens what was kept. */
import { labelIn } from '../../../../kit/define/states.ts';
import type { MatrixCell } from '../matrix.ts';
import { sampleQualities, sampleStatuses } from '../sample-words.ts';

const toneOf = ({ status, quality }: MatrixCell): string => {
  if (status === 'MISSED' || status === 'SEALED' || quality === 'UNDERWEIGHT') return 'danger';
  if (status === 'TO_SAMPLE' || quality === 'LATE') return 'warning';
  return status === 'EXEMPT' ? 'neutral' : 'success';
};

const words = ({ status, quality, grams, batch, cell, exempt }: MatrixCell): string =>
  [
    batch > 1 ? `第 ${batch} 批` : '',
    status === 'EXEMPT' ? `免留 ${exempt}` : labelIn(sampleStatuses, status),
    grams === null ? '' : `${grams} 克`,
    quality !== null && quality !== 'GOOD' ? labelIn(sampleQualities, quality) : '',
    cell ?? '',
  ]
    .filter(Boolean)
    .join(' · ');

export function CellButton({
  cell,
  name,
  onPress,
}: {
  cell: MatrixCell;
  /** Dish and place, for who cannot see the table. */
  name: string;
  onPress: (() => void) | undefined;
}) {
  const text = words(cell);
  return (
    <button
      type="button"
      className="sm-cell"
      data-tone={toneOf(cell)}
      aria-label={`${name} ${text}`}
      disabled={onPress === undefined}
      onClick={onPress}
    >
      {text}
    </button>
  );
}
