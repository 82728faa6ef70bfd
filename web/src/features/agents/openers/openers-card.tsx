/** Guidance for readers before and after they ask. It makes no version, so that it is saved apart from the configuration. */
import { useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { type Agent, agentsApi } from '#contract/agents.ts';
import { OPENERS_MAX, SCOPE_NOTE_MAX } from '#contract/limits.ts';
import {
  SUGGESTION_MODES,
  type SuggestionMode,
  TEMPORARY_MODES,
  type TemporaryMode,
} from '#contract/openers.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { useOpenedByLink } from '../../../ui/dialogs/use-opened-by-link.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { keepAgent } from '../queries.ts';
import { OpenerFields } from './opener-fields.tsx';
import { ProposeDialog } from './propose-dialog.tsx';
import { texts } from './texts.ts';

type Guidance = {
  openers: string[];
  scope_note: string;
  suggestions: SuggestionMode;
  temporary_mode: TemporaryMode;
};

type OpenersCardProps = {
  agent: Agent;
  /** It reads documents. */
  hasBase: boolean;
  onDirty: (dirty: boolean) => void;
};

export function OpenersCard({ agent, hasBase, onDirty }: OpenersCardProps) {
  const [proposing, setProposing] = useState(useOpenedByLink());
  const { now, dirty, isSaved, change, save, saveOpeners } = useGuidance(agent, onDirty);
  const { button, list } = useReturnFromProposals(proposing);
  const written = now.openers.filter((opener) => opener.trim());
  const use = useTask(async (chosen: string[]) => {
    await saveOpeners([...written.map((opener) => opener.trim()), ...chosen]);
    setProposing(false);
  });
  return (
    <Card
      title={texts.title}
      line={texts.line}
      aside={
        <Button ref={button} size="small" icon={<Sparkles />} onClick={() => setProposing(true)}>
          {texts.propose}
        </Button>
      }
    >
      <div className="grid max-w-[760px] grid-cols-[minmax(0,1fr)] gap-5">
        <GuidanceFields list={list} agent={agent} guidance={now} disabled={save.busy} onChange={change} />
        {save.failure !== null && <Alert title={failureText(save.failure, texts.saveFailed)} />}
        <div className="flex items-center gap-3">
          <Button variant="primary" busy={save.busy} disabled={!dirty} onClick={save.run}>
            {save.busy ? texts.saving : texts.save}
          </Button>
          <p role="status" className={`text-small ${dirty ? 'text-ink-2' : 'text-ok'}`}>
            {dirty ? texts.unsaved : isSaved && texts.saved}
          </p>
        </div>
      </div>
      {proposing && (
        <ProposeDialog
          agentId={agent.id}
          hasBase={hasBase}
          room={OPENERS_MAX - written.length}
          saving={use}
          onClose={() => {
            setProposing(false);
            use.forgive();
          }}
        />
      )}
    </Card>
  );
}

/** The guidance as it is edited here, and its saving. */
function useGuidance(agent: Agent, onDirty: (dirty: boolean) => void) {
  const cache = useQueryClient();
  const [edited, setEdited] = useState<Guidance | null>(null);
  const [isSaved, setSaved] = useState(false);
  const stored = guidanceOf(agent);
  const now = edited ?? stored;
  const dirty = edited !== null && sentOf(edited) !== sentOf(stored);
  useEffect(() => {
    onDirty(dirty);
  }, [dirty, onDirty]);
  const change = (part: Partial<Guidance>) => {
    setSaved(false);
    save.forgive();
    setEdited({ ...now, ...part });
  };
  const save = useTask(async () => {
    const body = JSON.parse(sentOf(now)) as ReturnType<typeof bodyOf>;
    const changed = await call(agentsApi.update, { params: { id: agent.id }, body });
    setEdited(null);
    setSaved(true);
    await keepAgent(cache, changed);
  });
  /** These alone: what else was typed here stays as it is, unsaved. */
  const saveOpeners = async (openers: string[]) => {
    const changed = await call(agentsApi.update, { params: { id: agent.id }, body: { openers } });
    setEdited((typed) => typed && { ...typed, openers: filled(changed.openers) });
    setSaved(true);
    await keepAgent(cache, changed);
  };
  return { now, dirty, isSaved, change, save, saveOpeners };
}

/**
 * To the questions. The link of the first steps opens the proposals while the card is far below what is seen, and the
 * dialog has let go of the focus by now; left to itself it would give it back to where the page began.
 */
function useReturnFromProposals(proposing: boolean) {
  const wasProposing = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const hasEnded = wasProposing.current && !proposing;
    wasProposing.current = proposing;
    if (!hasEnded || !list.current) return;
    button.current?.focus({ preventScroll: true });
    list.current.scrollIntoView({ block: 'center' });
  }, [proposing]);
  return { button, list };
}

type GuidanceFieldsProps = {
  /** Holds the questions. */
  list: Ref<HTMLDivElement>;
  agent: Agent;
  guidance: Guidance;
  disabled: boolean;
  onChange: (part: Partial<Guidance>) => void;
};

function GuidanceFields({ list, agent, guidance, disabled, onChange }: GuidanceFieldsProps) {
  return (
    <>
      <div ref={list} className="grid gap-2">
        <OpenerFields
          openers={guidance.openers}
          disabled={disabled}
          empty={agent.openers_empty.flatMap((place) => agent.openers[place] ?? [])}
          onChange={(openers) => onChange({ openers })}
        />
        <p className="text-small text-ink-3 phone:hidden">{texts.orderHint}</p>
      </div>
      <TextArea
        label={texts.scopeNote}
        hint={texts.scopeNoteHint}
        rows={2}
        maxLength={SCOPE_NOTE_MAX}
        disabled={disabled}
        value={guidance.scope_note}
        onChange={(event) => onChange({ scope_note: event.target.value })}
      />
      <NativeSelect
        label={texts.suggestions}
        value={guidance.suggestions}
        disabled={disabled}
        options={SUGGESTION_MODES.map((mode) => ({ value: mode, label: texts.suggestionModes[mode] }))}
        onChange={(suggestions) => onChange({ suggestions })}
      />
      <NativeSelect
        label={texts.temporary}
        value={guidance.temporary_mode}
        disabled={disabled}
        options={TEMPORARY_MODES.map((mode) => ({ value: mode, label: texts.temporaryModes[mode] }))}
        onChange={(temporary_mode) => onChange({ temporary_mode })}
      />
    </>
  );
}

const filled = (openers: string[]): string[] =>
  Array.from({ length: OPENERS_MAX }, (_, place) => openers[place] ?? '');

const guidanceOf = ({ openers, scope_note, suggestions, temporary_mode }: Agent): Guidance => ({
  openers: filled(openers),
  scope_note: scope_note ?? '',
  suggestions,
  temporary_mode,
});

const bodyOf = ({ openers, scope_note, suggestions, temporary_mode }: Guidance) => ({
  openers: openers.map((opener) => opener.trim()).filter(Boolean),
  scope_note: scope_note.trim() || null,
  suggestions,
  temporary_mode,
});

/** Equal for what would be stored as the same. */
const sentOf = (guidance: Guidance): string => JSON.stringify(bodyOf(guidance));
