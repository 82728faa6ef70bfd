import { classes } from '../classes.ts';
import { Button } from '../controls/button.tsx';
import { Alert } from '../display/alert.tsx';
import { cardLook } from '../display/card.tsx';

/** The form's own words, in the language of its screen. */
export type SaveBarTexts = {
  changedElsewhere: string;
  changedElsewhereLine: string;
  loadTheirs: string;
  keepMine: string;
  cancel: string;
  save: string;
  saving: string;
};

type SaveBarProps = {
  texts: SaveBarTexts;
  formId: string;
  /** Whether there is something to save, and what stands in its way. */
  status: string;
  ready: boolean;
  busy: boolean;
  failure: string | null;
  onCancel: () => void;
  /** Given when somebody else has saved meanwhile: what to do about it. */
  onLoadTheirs?: () => void;
  onKeepMine?: () => void;
};

/** Stays in sight while a long form is edited. */
export function SaveBar(props: SaveBarProps) {
  const { texts, formId, status, ready, busy, failure, onCancel, onLoadTheirs, onKeepMine } = props;
  return (
    <div
      data-save-bar
      className={classes(cardLook, 'sticky bottom-0 z-20 grid gap-3 px-5 py-3 shadow-2 phone:px-4')}
    >
      {failure && <Alert title={failure} />}
      {onLoadTheirs && (
        <Alert tone="warn" title={texts.changedElsewhere} line={texts.changedElsewhereLine}>
          <Button size="small" onClick={onLoadTheirs}>
            {texts.loadTheirs}
          </Button>
          <Button size="small" variant="ghost" onClick={onKeepMine}>
            {texts.keepMine}
          </Button>
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-small text-ink-2">
          {status}
        </p>
        <div className="flex gap-2.5">
          <Button onClick={onCancel}>{texts.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={!ready} busy={busy}>
            {busy ? texts.saving : texts.save}
          </Button>
        </div>
      </div>
    </div>
  );
}
