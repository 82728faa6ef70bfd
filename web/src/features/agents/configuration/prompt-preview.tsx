import { useQuery } from '@tanstack/react-query';
import { Maximize2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { failureText } from '../../../api/error-message.ts';
import { formatTokens } from '../../../lib/text/figures.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import type { Draft } from '../draft.ts';
import { texts } from '../texts-configuration.ts';
import { MarkedPrompt } from './prompt-variables.tsx';
import { compiledPrompt } from './queries.ts';

/** The compiled prompt as a model would read it; it follows what is typed. */
export function PromptPreview({ draft }: { draft: Draft }) {
  const { name, use_guided_prompt, use_security_prompt, prompt_sections, custom_prompt } = draft;
  const parts = useMemo(
    () => ({
      use_guided_prompt,
      use_security_prompt,
      prompt_sections,
      custom_prompt: use_guided_prompt ? null : custom_prompt,
      agent_name: name,
    }),
    [name, use_guided_prompt, use_security_prompt, prompt_sections, custom_prompt],
  );
  const settled = useDebounced(parts, SEARCH_DEBOUNCE_MS);
  const compiled = useQuery(compiledPrompt(settled));
  const [large, setLarge] = useState(false);
  const behind = settled !== parts || compiled.isPlaceholderData;

  return (
    <Card
      title={texts.preview}
      titleSize="small"
      aside={
        <IconButton
          label={texts.expand}
          size="small"
          disabled={!compiled.data}
          onClick={() => setLarge(true)}
          className="-mt-1 -mr-2"
        >
          <Maximize2 className="size-4" />
        </IconButton>
      }
    >
      {compiled.isError && !compiled.isFetching ? (
        <Alert
          title={failureText(compiled.error, texts.previewFailed)}
          onRetry={() => void compiled.refetch()}
        />
      ) : (
        <div aria-busy={behind} className="grid gap-2">
          <p className="-mt-3 mb-1 text-small text-ink-2">{texts.previewLine}</p>
          {compiled.data ? (
            <PromptText text={compiled.data.text} behind={behind} className="max-h-[300px]" />
          ) : (
            // As high as it gets: with its protection a prompt is hardly ever shorter.
            <Skeleton className="h-[300px] w-full" />
          )}
          <p className="text-right text-tiny text-ink-3 tabular-nums">
            {compiled.data ? texts.previewTokens(formatTokens(compiled.data.tokens)) : '\u00a0'}
          </p>
        </div>
      )}
      {large && compiled.data && (
        <Modal open size="large" title={texts.preview} onClose={() => setLarge(false)}>
          <PromptText text={compiled.data.text} behind={behind} />
        </Modal>
      )}
    </Card>
  );
}

type PromptTextProps = { text: string; behind: boolean; className?: string };

function PromptText({ text, behind, className }: PromptTextProps) {
  return (
    <section
      tabIndex={0}
      aria-label={texts.preview}
      className={classes(
        'overflow-y-auto rounded-control bg-sunken px-3 py-2.5 transition-opacity',
        behind && 'opacity-60',
        className,
      )}
    >
      <pre
        lang="pt-BR"
        data-compiled-prompt
        className="font-mono text-[12.5px] leading-relaxed whitespace-pre-wrap wrap-anywhere"
      >
        <MarkedPrompt text={text} />
      </pre>
    </section>
  );
}
