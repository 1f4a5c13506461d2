/** A labelled plain input of the sign-in forms; passwords can be shown. */
import { type InputHTMLAttributes, type Ref, useId, useState } from 'react';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange(value: string): void;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

export function Field({ label, value, onChange, error, inputRef, type = 'text', ...rest }: FieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const secret = type === 'password';
  const note = error || (secret && caps ? '大写锁定已打开' : '');
  return (
    <div className="lg-field">
      <label htmlFor={id}>{label}</label>
      <div className="lg-input">
        <input
          {...rest}
          ref={inputRef}
          id={id}
          type={secret && shown ? 'text' : type}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.target.value)}
          onKeyUp={(event) => setCaps(event.getModifierState('CapsLock'))}
        />
        {secret ? (
          <button type="button" className="lg-eye" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? '隐藏' : '显示'}
          </button>
        ) : null}
      </div>
      {note ? (
        <p id={`${id}-note`} className={error ? 'lg-note lg-note-error' : 'lg-note'}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
