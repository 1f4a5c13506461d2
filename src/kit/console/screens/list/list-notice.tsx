/** What the server has to say above the rows of a list, and the way it offers to go on. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { Notice } from '../../../define/page.ts';
import { post } from '../../http/client.ts';
import { Link } from '../../nav/link.tsx';
import { Said } from '../../widgets/said.tsx';
import { pageKey } from '../query-keys.ts';
import type { List } from './use-list.ts';

export default function ListNotice({ list }: { list: List }) {
  const { path, wire, tools, actions } = list;
  const { data } = useQuery({
    queryKey: [...pageKey(path), 'notice', wire],
    queryFn: ({ signal }) => post<Notice | null>(path, 'notice', { search: wire }, { signal, background: true }),
  });
  if (!data) return null;
  const { tone, text, open, tool } = data;
  const button = tools.find((b) => b.key === tool?.key);
  return (
    <Said
      part="notice"
      tone={tone}
      text={text}
      action={
        open ? (
          <Link to={open.path}>{open.label}</Link>
        ) : button ? (
          <Button onClick={() => actions.run(button, undefined, tool?.values)}>{button.label}</Button>
        ) : null
      }
    />
  );
}
