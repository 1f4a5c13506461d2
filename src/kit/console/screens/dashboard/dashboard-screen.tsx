/** A dashboard out of its blocks, asked again every minute. */
import { useEffect, useMemo } from 'react';
import type { AnyBlock, Cell, Day, Words } from '../../../define/blocks.ts';
import { Link } from '../../nav/link.tsx';
import { fetchListEngineAtRest } from '../../registry/load-page.ts';
import { Chart } from '../../widgets/chart.tsx';
import { daysDrawing } from '../../widgets/days-drawing.ts';
import { HomeCard, HomeFrame, HomeTable, WorkList } from '../../widgets/home.tsx';
import { MoneyText } from '../../widgets/money-text.tsx';
import { StatCard } from '../../widgets/stat-card.tsx';
import type { ScreenProps } from '../screen-props.ts';
import { areFigures } from './are-figures.ts';

/** `among`: a link stands among other words and has a line. */
function WordsView({ words, among }: { words: string | number | Words; among: boolean }) {
  if (typeof words !== 'object') return words;
  const { text, to, tone, muted, below, fen } = words;
  if (fen !== undefined) return <MoneyText fen={fen} />;
  const shown =
    to === undefined ? (
      text
    ) : (
      <Link to={to} {...(among ? { className: 'k-among' } : {})}>
        {text}
      </Link>
    );
  if (tone) return <span className={`k-tag k-tag-${tone}`}>{shown}</span>;
  if (below) return <small>{shown}</small>;
  return muted ? <span className="k-muted">{shown}</span> : shown;
}

export function CellView({ cell }: { cell: Cell }) {
  const parts = Array.isArray(cell)
    ? (cell as readonly (string | number | Words)[])
    : [cell as string | number | Words];
  return parts.map((words, i) => <WordsView key={i} words={words} among={parts.length > 1} />);
}

function ChartView({ block, days }: { block: Extract<AnyBlock, { kind: 'chart' }>; days: readonly Day[] }) {
  const { title, label, columns, line } = block;
  const drawing = useMemo(() => daysDrawing(days as never[], columns, line), [days, columns, line]);
  return (
    <HomeCard title={title}>
      <Chart label={label} drawing={drawing} height={260} />
    </HomeCard>
  );
}

function BlockView({ block, told }: { block: AnyBlock; told: never }) {
  switch (block.kind) {
    case 'work':
      return <WorkList items={block.of(told)} />;
    case 'figures': {
      const shown = block.of(told);
      return shown.length === 0 ? null : (
        <div className="k-home-stats">
          {shown.map(({ title, value, unit, trendPercent, to }) => (
            <StatCard
              key={title}
              title={title}
              value={value}
              unit={unit}
              {...(trendPercent === undefined ? {} : { trendPercent, trendLabel: '比上周此时' })}
              {...(to === undefined ? {} : { to })}
            />
          ))}
        </div>
      );
    }
    case 'chart':
      return <ChartView block={block} days={block.of(told)} />;
    case 'table': {
      const { headings, rows, rest } = block.of(told);
      if (rows.length === 0 && block.empty === undefined) return null;
      return (
        <HomeTable
          title={block.title}
          more={block.more}
          headings={headings}
          rows={rows.map(({ key, cells }) => ({
            key,
            cells: cells.map((cell, i) => <CellView key={i} cell={cell} />),
          }))}
          empty={<CellView cell={block.empty ?? ''} />}
          rest={rest && <CellView cell={rest} />}
          lined={block.lined === true}
          figures={headings.map((_, i) => i > 0 && areFigures(rows.map(({ cells }) => cells[i])))}
        />
      );
    }
    case 'notes': {
      const notes = block.of(told);
      return notes.length === 0 ? null : (
        <HomeCard title={block.title}>
          {notes.map((cell, i) => (
            <p key={i}>
              <CellView cell={cell} />
            </p>
          ))}
        </HomeCard>
      );
    }
    case 'beside':
      return (
        <div className="k-home-columns">
          <Blocks blocks={block.blocks} told={told} />
        </div>
      );
  }
}

function Blocks({ blocks, told }: { blocks: readonly AnyBlock[]; told: never }) {
  return blocks.map((block, i) => <BlockView key={i} block={block} told={told} />);
}

export default function DashboardScreen({ path, spec }: ScreenProps) {
  useEffect(fetchListEngineAtRest, []);
  return <HomeFrame<never> path={path}>{(told) => <Blocks blocks={spec.blocks ?? []} told={told} />}</HomeFrame>;
}
