/** A drawer about one record. */
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import './widgets.css';

export function DetailDrawer(props: {
  title: string;
  open: boolean;
  onClose: () => void;
  /** Buttons beside the title. */
  extra?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Drawer
      title={props.title}
      open={props.open}
      onClose={props.onClose}
      extra={props.extra}
      size={640}
      mask={{ closable: true, blur: false }}
      destroyOnHidden
    >
      {props.children}
    </Drawer>
  );
}
