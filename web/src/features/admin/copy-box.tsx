import { Check, Copy } from 'lucide-react';
import { Button } from '../../ui/controls/button.tsx';

type CopyBoxProps = {
  /** Above the box. */
  label?: string;
  /** The name of the button for those who do not see what it stands beside. */
  copyLabel: string;
  words: { copy: string; copied: string };
  text: string;
  isCopied: boolean;
  onCopy: () => void;
};

/** A text to be taken along exactly as it is. */
export function CopyBox({ label, copyLabel, words, text, isCopied, onCopy }: CopyBoxProps) {
  return (
    <figure className="grid gap-1.5">
      {label && <figcaption className="text-label font-medium">{label}</figcaption>}
      <div className="grid gap-2 rounded-card border border-line bg-sunken p-3">
        <pre className="font-mono text-small leading-relaxed whitespace-pre-wrap wrap-anywhere">{text}</pre>
        <Button
          size="small"
          icon={isCopied ? <Check /> : <Copy />}
          aria-label={isCopied ? words.copied : copyLabel}
          className="justify-self-end"
          onClick={onCopy}
        >
          {isCopied ? words.copied : words.copy}
        </Button>
      </div>
    </figure>
  );
}
