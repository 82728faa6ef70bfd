/** A card of settings that are stored together: loading that fails is said in it. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureWords } from '../../api/error-message.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Card } from '../../ui/display/card.tsx';

type StoredCardProps<T> = {
  found: UseQueryResult<T>;
  texts: { title: string; line: string; loadFailed: string };
  children: (stored: T) => ReactNode;
};

export function StoredCard<T>({ found, texts, children }: StoredCardProps<T>) {
  return (
    <Card title={texts.title} line={texts.line}>
      {found.isError && (
        <Alert
          {...failureWords(found.error, texts.loadFailed)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {found.data !== undefined && children(found.data)}
    </Card>
  );
}
