/** Asks what becomes of the personal data in a question before it leaves: three ways. */
import { useRef, useState } from 'react';
import type { Residency } from '#contract/model-sets.ts';
import {
  PERSONAL_DATA_KINDS,
  type PersonalDataCounts,
  type PersonalDataDecision,
} from '#contract/personal-data.ts';
import { ApiFailure } from '../../../api/failure.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { texts } from './texts.ts';

type Found = { found: PersonalDataCounts; provider: string; residency: Residency };

type PersonalDataDialogProps = {
  /** The refusal with what was found. */
  cause: unknown;
  onDecide: (decision: PersonalDataDecision) => void;
};

export function PersonalDataDialog({ cause, onDecide }: PersonalDataDialogProps) {
  const [isOpen, setOpen] = useState(true);
  const first = useRef<HTMLButtonElement>(null);
  if (!(cause instanceof ApiFailure)) return null;
  // The server of this page has sent it, with the code that brought us here.
  const { found, provider, residency } = cause.body as Found;
  const decide = (decision: PersonalDataDecision) => {
    setOpen(false);
    onDecide(decision);
  };
  return (
    <Modal
      open={isOpen}
      onClose={() => setOpen(false)}
      title={texts.title}
      size="small"
      initialFocus={first}
      line={texts.found(namesOf(found), provider, residency)}
    >
      <div className="grid gap-2.5">
        <Button ref={first} variant="primary" onClick={() => decide('mask')}>
          {texts.mask}
        </Button>
        <Button onClick={() => decide('send')}>{texts.send}</Button>
        <Button variant="ghost" onClick={() => setOpen(false)}>
          {texts.back}
        </Button>
      </div>
    </Modal>
  );
}

const list = new Intl.ListFormat(__LANGUAGE__ === 'en' ? 'en-GB' : 'pt-BR', { type: 'conjunction' });

/** «1 CPF e 2 e-mails». */
function namesOf(found: PersonalDataCounts): string {
  return list.format(
    PERSONAL_DATA_KINDS.flatMap((kind) => {
      const count = found[kind];
      return count ? [`${count} ${(count === 1 ? texts.one : texts.several)[kind]}`] : [];
    }),
  );
}
