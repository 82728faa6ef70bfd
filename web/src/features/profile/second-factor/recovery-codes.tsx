/** The recovery codes, shown this once. */
import { Check, Copy, Download } from 'lucide-react';
import { useId, useState } from 'react';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts as all } from './texts.ts';

const texts = all.recovery;

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const id = useId();
  const [isKept, setKept] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const { copied, failed, copy } = useCopy<'codes'>();
  const text = `${codes.join('\n')}\n`;
  return (
    <Modal
      open
      // Neither Esc nor a click outside loses what cannot be shown again.
      onClose={() => (isKept ? onDone() : setWarned(true))}
      title={texts.title}
      line={texts.line}
      footer={
        <Button variant="primary" disabled={!isKept} onClick={onDone} className="slim:w-full">
          {texts.done}
        </Button>
      }
    >
      <div className="grid gap-4">
        {isWarned && !isKept && <Alert tone="warn" title={texts.warning} line={texts.warningLine} />}
        {failed && <Alert title={texts.copyFailed} />}
        <ul
          aria-label={texts.list}
          className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-card border border-line bg-sunken p-4 font-mono text-small phone:grid-cols-1"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button icon={copied ? <Check /> : <Copy />} onClick={() => copy('codes', text)}>
            {copied ? texts.copied : texts.copy}
          </Button>
          <Button
            icon={<Download />}
            onClick={() => saveFile(texts.file, new Blob([text], { type: 'text/plain;charset=utf-8' }))}
          >
            {texts.save}
          </Button>
        </div>
        <div className="flex items-start gap-2.5 phone:min-h-11">
          <input
            id={id}
            type="checkbox"
            checked={isKept}
            onChange={(event) => setKept(event.target.checked)}
            className="mt-1 size-4 accent-brand"
          />
          <label htmlFor={id} className="text-control">
            {texts.kept}
          </label>
        </div>
      </div>
    </Modal>
  );
}
