import { Check, Copy } from 'lucide-react';
import { useCopy } from './copy.ts';
import { texts } from './texts.ts';

export function CodeBlock({ language, code }: { language: string; code: string }) {
  const { copied, copy } = useCopy<'code'>();
  const label = copied ? texts.copied : texts.copyCode;
  return (
    <div className="code-block">
      <div className="flex h-9 items-center justify-between border-b border-line pr-1 pl-3.5 text-tiny text-ink-3">
        <span className="truncate">{language || texts.code.toLowerCase()}</span>
        <button
          type="button"
          aria-label={label}
          title={label}
          onClick={() => copy('code', code)}
          className="grid size-8 place-items-center rounded-control hover:text-ink phone:size-11"
        >
          {copied ? <Check className="size-4 text-ok" /> : <Copy className="size-4" />}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
