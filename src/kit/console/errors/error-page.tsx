/** The error page: status 500 and message `Error` unless told otherwise; 404 leads back to the home page (spec §8). */
import { Component, type ReactNode } from 'react';

export const notFoundMessage = 'This page could not be found';
const brokenMessage = 'An error occurred while showing the error page';

const titles: Readonly<Record<number, string>> = {
  403: '没有访问权限',
  404: '该页面未找到',
  500: '页面出错了',
};

export interface ErrorPageProps {
  status?: number;
  message?: string;
  /** Offers another try. */
  onRetry?: () => void;
  /** Goes home without loading anew; a plain link otherwise. */
  onHome?: () => void;
}

function ErrorBody({ status = 500, message = 'Error', onRetry, onHome }: ErrorPageProps) {
  return (
    <div className="oc-error" role="alert" data-part="error" data-status={status}>
      <p className="oc-error-status">{status}</p>
      <h1 className="oc-error-title">{titles[status] ?? titles[500]}</h1>
      <p className="oc-error-note">{message}</p>
      <div className="oc-error-actions">
        {onRetry ? (
          <button type="button" className="oc-button oc-button-primary" onClick={onRetry}>
            重试
          </button>
        ) : null}
        {status === 404 || status === 403 ? <HomeLink onHome={onHome} /> : null}
      </div>
    </div>
  );
}

function HomeLink({ onHome }: { onHome: (() => void) | undefined }) {
  return (
    <a
      href="/"
      className="oc-button"
      onClick={(event) => {
        if (!onHome) return;
        event.preventDefault();
        onHome();
      }}
    >
      返回首页
    </a>
  );
}

/** Stands in when the error page itself fails. */
class LastResort extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="oc-error" role="alert">
        <p>{brokenMessage}</p>
        <a href="/">返回首页</a>
      </div>
    );
  }
}

export function ErrorPage(props: ErrorPageProps) {
  return (
    <LastResort>
      <ErrorBody {...props} />
    </LastResort>
  );
}
