/** The calls of a form that hands a batch in: one at a time, under one key, with the refusal kept for the screen. */
import type { FormInstance } from 'antd';
import { useRef, useState } from 'react';
import { ApiError } from '../http/client.ts';
import { keyAfter, newRequestKey } from '../screens/form/request-key.ts';

export interface Attempt {
  busy: boolean;
  refused: ApiError | undefined;
  /** The refusal no longer says what is wrong. */
  forget(): void;
  /**
   * Does `work`; the key it is given stays the same while nobody knows what became of it, so that handing in twice
   * makes one batch; after a refusal it is another. A refusal is kept and given to `onRefused`; antd's own complaint about an input shows at the input.
   */
  run(work: (requestKey: string) => Promise<void>): Promise<void>;
}

export function useAttempt(onRefused?: (refusal: ApiError) => void): Attempt {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ApiError>();
  const requestKey = useRef(newRequestKey());
  return {
    busy,
    refused,
    forget: () => setRefused(undefined),
    run: async (work) => {
      setBusy(true);
      setRefused(undefined);
      try {
        await work(requestKey.current);
      } catch (error) {
        requestKey.current = keyAfter(requestKey.current, error);
        if (error instanceof ApiError) {
          setRefused(error);
          onRefused?.(error);
        } else if (error instanceof Error) throw error;
      } finally {
        setBusy(false);
      }
    },
  };
}

/** Writes a refusal at the inputs it names; answers whether it names any. */
export function markFields<C>(form: FormInstance<C>, { fields }: ApiError): boolean {
  const at = Object.entries(fields).map(([name, text]) => ({ name, errors: [text] }));
  form.setFields(at as unknown as Parameters<typeof form.setFields>[0]);
  return at.length > 0;
}
