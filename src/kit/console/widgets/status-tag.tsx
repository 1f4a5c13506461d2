/** A state as a word in its colour. The same state has the same word and colour everywhere. */
import type { CSSProperties } from 'react';
import type { Choice, Tone } from '../../define/field.ts';
import './widgets.css';

/** Shows the choice whose value is given: a tag when it has a tone, else the word alone. Unknown values stay as they are. */
export function StatusTag({ choices, value }: { choices: readonly Choice[] | undefined; value: unknown }) {
  if (value === null || value === undefined || value === '') return <span className="k-muted">—</span>;
  const choice = choices?.find((c) => c.value === String(value));
  const text = choice?.label ?? String(value);
  if (choice?.swatch)
    return (
      <span className="k-swatch" style={{ '--swatch': choice.value } as CSSProperties}>
        {text}
      </span>
    );
  return choice?.tone ? <ToneTag tone={choice.tone} text={text} /> : <span title={text}>{text}</span>;
}

export function ToneTag({ tone, text }: { tone: Tone; text: string }) {
  return <span className={`k-tag k-tag-${tone}`}>{text}</span>;
}
