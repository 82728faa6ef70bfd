/** Opens sources in one panel beside the conversation, which stays open while its answer is scrolled away. */
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { type OpenedSource, SourcePanel } from './source-panel.tsx';

const Opener = createContext<(opened: OpenedSource) => void>(() => {});

export const useSourceReader = () => useContext(Opener);

export function SourceReader({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<OpenedSource | undefined>();
  return (
    <Opener value={setOpened}>
      {children}
      <SourcePanel opened={opened} onOpen={setOpened} onClose={useCallback(() => setOpened(undefined), [])} />
    </Opener>
  );
}
