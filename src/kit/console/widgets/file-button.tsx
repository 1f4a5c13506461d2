/** A button that asks for one file; the same file may be chosen again. */
import { Button, type ButtonProps } from 'antd';
import { useRef } from 'react';

export interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Accessible name of the input itself. */
  label: string;
  accept: string | undefined;
  onFile: (file: File) => void;
}

export function FileButton({ label, accept, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        // Not `hidden`: inside a form antd gives file inputs a display of their own.
        style={{ display: 'none' }}
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
