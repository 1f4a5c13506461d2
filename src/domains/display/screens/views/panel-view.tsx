/** One panel of a wall, large enough to be read across a hall. */
import { useCallback, useEffect, useState } from 'react';
import { OpenFilm } from '../../../../kit/console/open/open-film.tsx';
import { OpenPicture } from '../../../../kit/console/open/open-picture.tsx';
import type { BoardPanel, Shown } from '../panel-words.ts';
import './board.css';

type Of<K extends Shown['kind']> = Extract<Shown, { kind: K }>;

function Facts({ lines }: Of<'facts'>) {
  return (
    <dl className="bd-facts">
      {lines.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function People({ people }: Of<'people'>) {
  return (
    <ul className="bd-people">
      {people.map(({ name, post, note, photo }) => (
        <li key={`${name}${post}${note}`}>
          {photo ? (
            <OpenPicture pictureKey={photo.replace(/^.*\/files\//, '')} label={name} className="bd-photo" />
          ) : (
            <span className="bd-photo bd-initial" aria-hidden="true">
              {name.slice(0, 1)}
            </span>
          )}
          <strong>{name}</strong>
          <span>{post}</span>
          <small>{note}</small>
        </li>
      ))}
    </ul>
  );
}

function Meals({ meals }: Of<'meals'>) {
  return (
    <div className="bd-meals">
      {meals.map(({ name, hours, dishes }) => (
        <section key={name} aria-label={name}>
          <h3>
            {name} <small>{hours}</small>
          </h3>
          <ul>
            {dishes.map((dish) => (
              <li key={dish.name}>
                {dish.name}
                {dish.allergens ? <em>{dish.allergens}</em> : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Figures({ figures, note }: Of<'figures'>) {
  return (
    <>
      <div className="bd-figures">
        {figures.map(({ label, value, bad }) => (
          <section key={label} className={bad ? 'bd-bad' : undefined} aria-label={label}>
            <h3>{label}</h3>
            <p>{value}</p>
          </section>
        ))}
      </div>
      <p className="bd-note">{note}</p>
    </>
  );
}

/** One after the other, each for its own time; of what the browser cannot play the title stands. */
function Films({ films }: Of<'films'>) {
  const [nth, setNth] = useState(0);
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const film = films[nth % films.length];
  useEffect(() => {
    if (!film || films.length < 2) return;
    const timer = setTimeout(() => setNth((n) => n + 1), film.seconds * 1_000);
    return () => clearTimeout(timer);
  }, [film, films.length]);
  const file = film?.file ?? '';
  const fail = useCallback(() => setFailed((before) => new Set(before).add(file)), [file]);
  if (!film) return null;
  return (
    <figure className="bd-film">
      {!film.film ? (
        <OpenPicture key={file} pictureKey={file} label={film.title} className="bd-picture" />
      ) : failed.has(file) ? (
        <p className="bd-none">此浏览器播放不了这段视频</p>
      ) : (
        <OpenFilm key={file} fileKey={file} label={film.title} className="bd-picture" onFail={fail} />
      )}
      <figcaption>{film.title}</figcaption>
    </figure>
  );
}

function Body({ shown }: { shown: Shown }) {
  switch (shown.kind) {
    case 'facts':
      return <Facts {...shown} />;
    case 'people':
      return <People {...shown} />;
    case 'meals':
      return <Meals {...shown} />;
    case 'figures':
      return <Figures {...shown} />;
    case 'films':
      return <Films {...shown} />;
    default:
      return (
        <>
          <p className="bd-text">{shown.text}</p>
          <p className="bd-note">{shown.footer}</p>
        </>
      );
  }
}

export function PanelView({ panel }: { panel: BoardPanel }) {
  return (
    <section className="bd-panel" aria-label={panel.title}>
      <h2>{panel.title}</h2>
      <Body shown={panel.shown} />
    </section>
  );
}
