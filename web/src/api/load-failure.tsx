import type { ReactNode } from 'react';
import { Alert } from '../ui/display/alert.tsx';
import { failureText } from './error-message.ts';

type LoadFailureProps = {
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  /** Shown where the server gave no words of its own. */
  text: string;
  className?: string;
  /** Other ways on. */
  children?: ReactNode;
};

/** In place of what a query did not bring: what failed, and another try. */
export function LoadFailure({ query, text, className, children }: LoadFailureProps) {
  return (
    <Alert
      title={failureText(query.error, text)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
      className={className}
    >
      {children}
    </Alert>
  );
}
