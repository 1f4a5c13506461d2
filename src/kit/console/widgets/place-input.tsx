/** An address: typed by hand, or picked from the map where the site has a key for the map service; without one it says so. */
import { Button, Input } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useSite } from './use-site.ts';

const PlacePicker = lazy(() => import('./place-picker.tsx'));

export interface PlaceInputProps {
  id?: string;
  disabled: boolean;
  placeholder?: string;
  maxLength: number;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function PlaceInput({ label, value, onChange, ...input }: PlaceInputProps) {
  const { mapKey } = useSite();
  const [picking, setPicking] = useState(false);
  return (
    <>
      <span className="k-place">
        <Input
          {...input}
          allowClear={!input.disabled}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button disabled={input.disabled || mapKey === ''} onClick={() => setPicking(true)}>
          地图选点
        </Button>
      </span>
      {mapKey === '' ? <span className="k-help">未配置地图服务，请直接填写地址</span> : null}
      {picking ? (
        <Suspense fallback={null}>
          <PlacePicker
            title={`${label} · 地图选点`}
            start={value}
            onPick={(address) => {
              onChange(address.slice(0, input.maxLength));
              setPicking(false);
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
