import type { ReactNode } from 'react';
import { Alert } from '../ui/display/alert.tsx';
import { failureText } from './error-message.ts';

type LoadFailureProps = {
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  /** The name of what failed: the server's words for why it did stand below it. */
  text: string;
  className?: string;
  /** Other ways on. */
  children?: ReactNode;
};

/** In place of what a query did not bring: what failed, and another try. */
export function LoadFailure({ query, text, className, children }: LoadFailureProps) {
  return (
    <Alert
      title={text}
      line={failureText(query.error, text)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
      className={className}
    >
      {children}
    </Alert>
  );
}
