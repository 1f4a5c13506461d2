/** Picks an address from the map: look for a place by name, click the map, or start where one is. */
import { Alert, Button, Empty, Input, Modal, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { loadMap } from '../shell/map-loader.ts';
import { type FoundPlace, type OpenMap, openMap } from './open-map.ts';

interface Props {
  title: string;
  /** Looked for first. */
  start: string;
  onPick: (address: string) => void;
  onClose: () => void;
}

/** What the form keeps: the address with the place's own name, when that says more. */
const wordsOf = ({ name, address }: FoundPlace): string =>
  address === '' || name.includes(address) ? name : address.includes(name) ? address : `${address} ${name}`;

export default function PlacePicker({ title, start, onPick, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<OpenMap>(undefined);
  const [state, setState] = useState<'loading' | 'ready' | { notice: string }>('loading');
  const [keyword, setKeyword] = useState(start);
  const [found, setFound] = useState<readonly FoundPlace[]>();

  useEffect(() => {
    let gone = false;
    void loadMap().then((answer) => {
      if (gone || !box.current) return;
      if (!answer.ready) return setState({ notice: answer.notice });
      const opened = openMap(answer.AMap, box.current, setFound);
      map.current = opened;
      setState('ready');
      if (start) opened.search(start);
      else opened.locate();
    });
    return () => {
      gone = true;
      map.current?.close();
    };
  }, [start]);

  const failed = typeof state === 'object';
  return (
    <Modal open title={title} width={880} footer={null} onCancel={onClose} style={{ top: 40 }}>
      {failed ? <Alert type="warning" showIcon title={state.notice} /> : null}
      <div className="k-place-picker" hidden={failed}>
        <div>
          <span className="k-place">
            <Input.Search
              aria-label="查找地点"
              placeholder="名称或地址"
              value={keyword}
              disabled={state !== 'ready'}
              onChange={(event) => setKeyword(event.target.value)}
              onSearch={(text) => text.trim() && map.current?.search(text.trim())}
            />
            <Button disabled={state !== 'ready'} onClick={() => map.current?.locate()}>
              我的位置
            </Button>
          </span>
          <p className="k-help">点地图上的位置，列出附近的地点</p>
          {state === 'loading' ? <Skeleton active paragraph={{ rows: 6 }} title={false} /> : null}
          {found?.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有找到，请换个说法，或直接填写地址" />
          ) : null}
          <ul className="k-place-list" aria-label="找到的地点">
            {found?.map((place) => (
              <li key={place.id}>
                <button type="button" onClick={() => onPick(wordsOf(place))}>
                  <b>{place.name}</b>
                  <small>{place.address}</small>
                </button>
              </li>
            ))}
          </ul>
        </div>
        <div ref={box} className="k-place-map" />
      </div>
    </Modal>
  );
}
