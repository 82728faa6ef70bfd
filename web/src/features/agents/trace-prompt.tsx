/** The prompt as the model got it, and a way to take it along. */
import { Check, Copy } from 'lucide-react';
import type { Trace } from '#contract/trace.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { Button } from '../../ui/button.tsx';
import { texts as all } from './test-texts.ts';
import { Part, Scrolled } from './trace-frame.tsx';
import { promptAsText } from './trace-text.ts';

const texts = all.trace;

export function TracePrompt({ prompt }: Pick<Trace, 'prompt'>) {
  const { copied, failed, copy } = useCopy<'prompt'>();
  return (
    <Part
      title={texts.prompt}
      aside={
        <span className="flex items-center gap-2">
          <span role="status" className="text-tiny text-ink-2">
            {failed ? texts.copyFailed : copied ? texts.copied : ''}
          </span>
          <Button
            size="small"
            icon={copied ? <Check className="size-4 text-ok" /> : <Copy className="size-4" />}
            onClick={() => copy('prompt', promptAsText(prompt))}
          >
            {texts.copy}
          </Button>
        </span>
      }
    >
      <Scrolled label={texts.prompt} className="max-h-72 rounded-control bg-sunken px-3 py-2 font-mono">
        {promptAsText(prompt)}
      </Scrolled>
    </Part>
  );
}
