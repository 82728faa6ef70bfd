import { Check, Copy } from 'lucide-react';
import { useCopy } from '../../../lib/use-copy.ts';
import { texts } from '../texts.ts';
import { useHighlight } from './use-highlight.ts';

type CodeBlockProps = {
  language: string;
  code: string;
  /** It is still being written. */
  growing: boolean;
};

export function CodeBlock({ language, code, growing }: CodeBlockProps) {
  const { copied, failed, copy } = useCopy<'code'>();
  const highlighted = useHighlight(language, code, growing);
  return (
    <div className="code-block">
      <div className="flex h-9 items-center gap-1 border-b border-line pr-1 pl-3.5 text-tiny text-ink-3">
        <span className="min-w-0 flex-1 truncate">{language || texts.code.toLowerCase()}</span>
        <span role="status" className="truncate">
          {failed ? texts.copyFailed : copied ? texts.copied : ''}
        </span>
        <button
          type="button"
          aria-label={texts.copyCode}
          title={texts.copyCode}
          onClick={() => copy('code', code)}
          className="grid size-8 shrink-0 place-items-center rounded-control hover:text-ink phone:size-11"
        >
          {copied ? <Check className="size-4 text-ok" /> : <Copy className="size-4" />}
        </button>
      </div>
      <pre tabIndex={0}>
        <code>{highlighted}</code>
      </pre>
    </div>
  );
}
