/** The lines of a record: the whole list that belongs to it, searched, paged and exported where the record stands. */
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Suspense, useId } from 'react';
import type { FoundPage } from '../../registry/find-page.ts';
import { loadPage } from '../../registry/load-page.ts';
import { can } from '../../session/can.ts';
import { OwnerContext } from '../list/belonging.ts';
import type { AnyRow } from '../logic/actions.ts';

interface Props {
  found: FoundPage;
  /** The record. */
  owner: AnyRow;
}

export function Lines(props: Props) {
  return can(props.found.page, 'query') ? <Shown {...props} /> : null;
}

function Shown({ found, owner }: Props) {
  const id = useId();
  const { data } = useQuery({
    queryKey: ['lines', found.page],
    queryFn: () => loadPage(found),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const Screen = data?.Screen;
  const inside = data?.spec.of?.inside;
  if (inside && !inside(owner)) return null;
  return (
    <section className="k-section" aria-labelledby={id}>
      <h3 id={id}>{found.entry.title}</h3>
      {data && Screen ? (
        <div className="k-lines">
          <OwnerContext value={owner.id}>
            <Suspense fallback={null}>
              <Screen path={found.page} spec={data.spec} view={data.view} part="page" />
            </Suspense>
          </OwnerContext>
        </div>
      ) : (
        <Skeleton active paragraph={{ rows: 4 }} title={false} />
      )}
    </section>
  );
}
