/** The dialog in which one finds the agent to talk to: search, tags, ten agents at a time. */
import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import type { AgentSummary } from '#contract/agents.ts';
import { AGENT_SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { AgentDetail } from './agent-detail.tsx';
import { AgentList } from './agent-list.tsx';
import { moveByArrows } from './arrow-keys.ts';
import { TagFilter } from './tag-filter.tsx';
import { texts } from './texts.ts';
import { useChoice } from './use-choice.ts';

type ChooserProps = {
  onClose: () => void;
  onChoose: (agent: AgentSummary) => void;
  chosenId: number | undefined;
  footer?: ReactNode;
};

const CHOICES = '[data-agent-choice]';

/** Mounted while it is open, so that each opening begins without a filter. */
export function Chooser({ onClose, onChoose, chosenId, footer }: ChooserProps) {
  const [term, setTerm] = useState('');
  const [tagIds, setTagIds] = useState<number[]>([]);
  const [about, setAbout] = useState<AgentSummary | undefined>();
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const search = useDebounced(term.trim(), AGENT_SEARCH_DEBOUNCE_MS);

  const closeAbout = useCallback(() => setAbout(undefined), []);
  const { choose, withdrawn, busy } = useChoice({ onChoose, onWithdrawn: closeAbout });

  // Escape may come before the dialog on top is known to be on top: one press closes one of them.
  const close = about ? closeAbout : onClose;

  const press = (event: KeyboardEvent) => {
    moveByArrows(event, { box: box.current, list: list.current, items: CHOICES });
    if (event.key !== 'Enter' || event.target !== box.current || event.nativeEvent.isComposing) return;
    // Only what was searched for: the list may still be the one before.
    const busyList = list.current?.getAttribute('aria-busy') === 'true';
    const settled = term.trim() !== '' && search === term.trim() && !busyList;
    if (settled) list.current?.querySelector<HTMLElement>(CHOICES)?.click();
  };

  return (
    <>
      <Modal open onClose={close} title={texts.title} size="large" initialFocus={box} footer={footer}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys between what is focusable itself */}
        <div onKeyDown={press}>
          <div className="sticky -top-1 z-10 grid grid-cols-[minmax(0,1fr)] gap-3 bg-paper pt-1 pb-3">
            <SearchBox ref={box} value={term} onChange={setTerm} label={texts.search} />
            <TagFilter chosen={tagIds} onChange={setTagIds} />
            {withdrawn && <Alert title={texts.withdrawn(withdrawn)} />}
          </div>
          <AgentList
            ref={list}
            filter={{ search, tag_ids: tagIds }}
            chosenId={chosenId}
            busy={busy}
            onChoose={choose}
            onAbout={setAbout}
          />
        </div>
      </Modal>
      <AgentDetail agent={about} busy={busy} onClose={closeAbout} onChoose={choose} />
    </>
  );
}
