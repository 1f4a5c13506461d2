/** A name written with finger, pen or mouse. What was drawn is uploaded once it is done; signing again replaces it. */
import { Button } from 'antd';
import { type PointerEvent, useRef, useState } from 'react';
import { ApiError } from '../http/client.ts';
import { upload } from '../http/upload.ts';
import { usePicture } from './use-picture.ts';
import './widgets.css';

const [width, height] = [400, 150];
/** Twice as fine as it is shown, so that it prints well. */
const fineness = 2;

export default function SignatureInput(props: {
  id?: string;
  label: string;
  value: string | null | undefined;
  onChange?: (value: string | null) => void;
  disabled: boolean;
}) {
  const { id, label, value, onChange, disabled } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef(false);
  const [drawn, setDrawn] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const url = usePicture(value);

  const at = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = (fineness * width) / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale] as const;
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = canvas.current?.getContext('2d');
    if (disabled || !pen) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drawing.current = true;
    pen.lineWidth = 2.5 * fineness;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    pen.strokeStyle = '#111';
    const [x, y] = at(event);
    pen.beginPath();
    pen.moveTo(x, y);
    // A touch without a move is a dot.
    pen.lineTo(x + 0.1, y);
    pen.stroke();
    setDrawn(true);
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = canvas.current?.getContext('2d');
    if (!drawing.current || !pen) return;
    pen.lineTo(...at(event));
    pen.stroke();
  };
  const lift = () => {
    drawing.current = false;
  };
  const clear = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, width * fineness, height * fineness);
    setDrawn(false);
    setProblem(undefined);
  };
  const done = async () => {
    const picture = await new Promise<Blob | null>((resolve) => canvas.current?.toBlob(resolve, 'image/png'));
    if (!picture) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const name = `${label}.png`;
      const { key } = await upload(new File([picture], name, { type: 'image/png' }), undefined, undefined, 'signature');
      onChange?.(key);
      clear();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '签名没有保存，请重试');
    } finally {
      setBusy(false);
    }
  };
  if (value)
    return (
      <span className="k-signature" data-part="signature">
        {url ? <img className="k-signed" alt={label} src={url} /> : <span className="k-help">已签名</span>}
        {disabled ? null : (
          <Button {...(id ? { id } : {})} type="text" onClick={() => onChange?.(null)}>
            重签
          </Button>
        )}
      </span>
    );
  return (
    <span className="k-signature" data-part="signature">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${label}，在框内手写`}
        width={width * fineness}
        height={height * fineness}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={lift}
        onPointerCancel={lift}
      />
      <span className="k-upload-buttons">
        <Button {...(id ? { id } : {})} disabled={disabled || !drawn} loading={busy} onClick={() => void done()}>
          完成签名
        </Button>
        <Button type="text" disabled={disabled || !drawn || busy} onClick={clear}>
          清除
        </Button>
        {drawn ? null : <span className="k-help">用手指、手写笔或鼠标在框内书写</span>}
      </span>
      {problem ? (
        <span role="alert" className="k-problem">
          {problem}
        </span>
      ) : null}
    </span>
  );
}
