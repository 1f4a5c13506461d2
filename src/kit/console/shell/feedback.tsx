/** Messages and questions that can be put from anywhere, within the shell's theme and language. */
import { App } from 'antd';
import type { ReactNode } from 'react';

type Api = ReturnType<typeof App.useApp>;
let api: Api | undefined;

/** Catches antd's feedback functions; stands once inside the shell's App. */
export function FeedbackHolder() {
  api = App.useApp();
  return null;
}

/** antd's message, modal and notification. Only while the shell is mounted. */
export function feedback(): Api {
  if (!api) throw new Error('feedback used outside the shell');
  return api;
}

export interface ConfirmOptions {
  title?: string;
  okText?: string;
  cancelText?: string;
  danger?: boolean;
}

/** The general question: titled 提示, 确定 and 取消 unless told otherwise. Resolves to the answer; declining does nothing. */
export function confirmAction(content: ReactNode, options: ConfirmOptions = {}): Promise<boolean> {
  return new Promise((resolve) => {
    feedback().modal.confirm({
      title: options.title ?? '提示',
      content,
      okText: options.okText ?? '确定',
      cancelText: options.cancelText ?? '取消',
      okButtonProps: { danger: options.danger ?? false },
      onOk: () => resolve(true),
      onCancel: () => resolve(false),
    });
  });
}

/** The question before a removal: titled 删除提示, 删除 and 取消. */
export function confirmDelete(content: ReactNode = '确定删除该记录？删除后不能恢复。'): Promise<boolean> {
  return confirmAction(content, { title: '删除提示', okText: '删除', danger: true });
}
