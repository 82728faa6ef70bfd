/** A new token of a directory, shown this once. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useCopy } from '../../../lib/use-copy.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts } from './texts.ts';

export function MadeScimToken({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { copied, failed, copy } = useCopy<'secret'>();
  const [wasCopied, setWasCopied] = useState(false);
  const [warned, setWarned] = useState(false);
  return (
    <Modal
      open
      // The secret cannot be shown again.
      onClose={() => (wasCopied || warned ? onClose() : setWarned(true))}
      title={texts.madeTitle}
      line={texts.madeLine}
      footer={
        <Button variant="primary" onClick={onClose} className="slim:w-full">
          {texts.done}
        </Button>
      }
    >
      <div className="grid gap-4">
        {warned && <Alert tone="warn" title={texts.warning} />}
        {failed && <Alert title={texts.copyFailed} />}
        <div className="grid gap-2 rounded-card border border-line bg-sunken p-3">
          <pre className="font-mono text-small leading-relaxed whitespace-pre-wrap wrap-anywhere">
            {secret}
          </pre>
          <Button
            size="small"
            icon={copied ? <Check /> : <Copy />}
            className="justify-self-end"
            onClick={() => {
              copy('secret', secret);
              setWasCopied(true);
              setWarned(false);
            }}
          >
            {copied ? texts.copied : texts.copySecret}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
