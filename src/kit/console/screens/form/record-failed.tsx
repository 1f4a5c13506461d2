/** In place of a form whose record did not come: why, with a way to try again. */
import { ApiError } from '../../http/client.ts';
import { Failed } from '../list/states.tsx';

export function RecordFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="k-page">
      <section className="k-card">
        <Failed message={error instanceof ApiError ? error.message : '服务异常，请稍后再试'} onRetry={onRetry} />
      </section>
    </div>
  );
}
