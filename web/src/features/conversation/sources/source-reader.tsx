/** Opens the panel of a source from any citation or card below it. */
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { fetchedDialog } from '../../../lib/fetched.tsx';
import type { OpenedSource } from './source-panel.tsx';

const SourcePanel = fetchedDialog(async () => (await import('./source-panel.tsx')).SourcePanel);

const Opener = createContext<(opened: OpenedSource) => void>(() => {});

export const useSourceReader = () => useContext(Opener);

export function SourceReader({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<OpenedSource | undefined>();
  return (
    <Opener value={setOpened}>
      {children}
      <SourcePanel
        open={opened !== undefined}
        opened={opened}
        onOpen={setOpened}
        onClose={useCallback(() => setOpened(undefined), [])}
      />
    </Opener>
  );
}
