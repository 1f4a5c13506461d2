/** In place of a record that the address does not name: what is missing, and the list it is chosen from. */
import { Link } from '../../nav/link.tsx';
import { findPage } from '../../registry/find-page.ts';

export default function NoRecord({ list, asked }: { list: string; asked: string | undefined }) {
  const title = findPage(list)?.entry.title ?? '';
  return (
    <div className="k-page">
      <section className="k-card k-empty">
        <strong>{asked ? '没有这条记录' : '没有指明是哪一条记录'}</strong>
        <p>
          {asked ? `「${asked.slice(0, 40)}」不是任何记录的编号` : '这个地址里少了记录的编号'}，请从列表里选择一条打开。
        </p>
        <Link to={list}>打开「{title}」</Link>
      </section>
    </div>
  );
}
