/** Catches what a page throws while it renders and shows the error page in its place; the other tabs stay whole. */
import { Component, type ReactNode } from 'react';
import { ApiError } from '../http/client.ts';
import { isChunkError } from './chunk-reload.ts';
import { ErrorPage } from './error-page.tsx';

interface Props {
  children: ReactNode;
  /** Mounts the page afresh. */
  onRetry: () => void;
  onHome?: () => void;
}

/** Status and message of anything thrown. */
export function describeError(error: unknown): { status: number; message: string } {
  if (isChunkError(error)) return { status: 500, message: '页面程序没有取到，请检查网络后重试。' };
  if (error instanceof ApiError) return { status: error.status >= 400 ? error.status : 500, message: error.message };
  const message = error instanceof Error ? error.message : String(error ?? '');
  return { status: 500, message: message || 'Error' };
}

export class PageBoundary extends Component<Props, { error: unknown; failed: boolean }> {
  override state = { error: undefined as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <ErrorPage {...describeError(this.state.error)} onRetry={this.props.onRetry} onHome={this.props.onHome} />;
  }
}
