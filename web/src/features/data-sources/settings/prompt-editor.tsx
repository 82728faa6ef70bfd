/** The prompt of a step: its own text or the default, with a large view and a copy button. */
import { Check, Copy, Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { PROMPT_SECTION_MAX } from '#contract/limits.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { texts } from '../texts-settings.ts';

type PromptEditorProps = {
  /** The step it belongs to, for accessible names. */
  section: string;
  value: string;
  /** The default prompt, used while the field is empty. */
  standard: string;
  editing: boolean;
  onChange: (prompt: string) => void;
};

export function PromptEditor(props: PromptEditorProps) {
  const [large, setLarge] = useState(false);
  return (
    <div>
      <PromptText {...props} rows={4} aside={<Tools {...props} onExpand={() => setLarge(true)} />} />
      {large && (
        <Modal
          open
          size="large"
          title={`${texts.prompt}: ${props.section}`}
          onClose={() => setLarge(false)}
          footer={<Button onClick={() => setLarge(false)}>{texts.close}</Button>}
        >
          <PromptText {...props} rows={18} aside={<Tools {...props} />} />
        </Modal>
      )}
    </div>
  );
}

type PromptTextProps = PromptEditorProps & { rows: number; aside: React.ReactNode };

function PromptText({ value, standard, editing, onChange, rows, aside }: PromptTextProps) {
  return (
    <TextArea
      label={texts.prompt}
      hint={editing ? texts.promptHint : undefined}
      aside={aside}
      lang="pt-BR"
      rows={rows}
      maxLength={PROMPT_SECTION_MAX}
      readOnly={!editing}
      value={value}
      placeholder={standard}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Tools({ section, value, standard, onExpand }: PromptEditorProps & { onExpand?: () => void }) {
  const { copied, failed, copy } = useCopy<'prompt'>();
  return (
    <span className="flex items-center gap-1">
      {!value && <Badge>{texts.usesDefault}</Badge>}
      <span role="status" className="text-small text-ink-2">
        {copied ? texts.copied : failed ? texts.copyFailed : ''}
      </span>
      <IconButton label={texts.copy(section)} size="small" onClick={() => copy('prompt', value || standard)}>
        {copied ? <Check className="size-4 text-ok" /> : <Copy className="size-4" />}
      </IconButton>
      {onExpand && (
        <IconButton label={texts.expand(section)} size="small" onClick={onExpand}>
          <Maximize2 className="size-4" />
        </IconButton>
      )}
    </span>
  );
}
