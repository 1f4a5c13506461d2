/** A button whose popup is made when it is first pressed: most of them never are, and each list has several. */
import { Button, type ButtonProps } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';

/** `children` puts its open popup around the button it is given; once there it stays, and opens and closes as usual. */
export function FirstPress(props: { button: ButtonProps; children: (button: ReactElement) => ReactNode }) {
  const [pressed, setPressed] = useState(false);
  return pressed ? (
    props.children(<Button {...props.button} autoFocus />)
  ) : (
    <Button {...props.button} onClick={() => setPressed(true)} />
  );
}
