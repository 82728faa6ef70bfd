import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import type { Draft } from '../draft.ts';
import { texts } from '../texts-configuration.ts';
import { compiledPrompt } from './queries.ts';

type SecurityPromptProps = {
  draft: Draft;
  editing: boolean;
  onChange: (change: Partial<Draft>) => void;
};

export function SecurityPrompt({ draft, editing, onChange }: SecurityPromptProps) {
  return (
    <div className="grid gap-3">
      <Switch
        label={texts.security}
        line={texts.securityLine}
        checked={draft.use_security_prompt}
        disabled={!editing}
        onChange={(use_security_prompt) => onChange({ use_security_prompt })}
      />
      <details className="group">
        <summary className="link flex w-fit cursor-pointer list-none items-center gap-1 text-small font-medium phone:h-11">
          <ChevronRight className="size-4 transition-transform group-open:rotate-90" />
          {texts.showSecurity}
        </summary>
        <SecurityText />
      </details>
    </div>
  );
}

const nothingElse = {
  use_guided_prompt: false,
  use_security_prompt: true,
  prompt_sections: { identity: '', goal: '', response_style: '', constraints: '', custom_instructions: '' },
  custom_prompt: null,
};

/** The same for every agent, so it is asked for once. */
function SecurityText() {
  const compiled = useQuery(compiledPrompt(nothingElse));
  if (compiled.isPending) return <Skeleton className="mt-2 h-24 w-full" />;
  if (!compiled.data) {
    return <LoadFailure query={compiled} text={texts.previewFailed} className="mt-2" />;
  }
  return (
    <p
      lang="pt-BR"
      className="mt-2 rounded-control bg-sunken px-3.5 py-3 text-small whitespace-pre-wrap wrap-anywhere text-ink-2"
    >
      {compiled.data.security_prompt}
    </p>
  );
}
