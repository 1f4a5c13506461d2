/** A table of words with one row of heads, on screen and on paper; the rows are the children. */
import type { ReactNode } from 'react';

export function PlainTable({
  heads,
  label,
  className,
  children,
}: {
  heads: readonly string[];
  /** Said to who does not see what stands around it. */
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <table aria-label={label} className={className}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
