/**
 * The boxes with which a new person accepts the terms in the form that makes the account. Nothing is drawn where no terms were published;
 * where they cannot be loaded the form goes on, and they stand before everything at the first entry.
 */
import { lazy, Suspense, useEffect, useState } from 'react';
import { type Terms, termsApi } from '#contract/terms.ts';
import { call } from '../../../api/client.ts';
import { messageOf } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts } from './texts.ts';

// With the reader of Markdown, for those who read here.
const TermsText = lazy(async () => ({ default: (await import('./terms-text.tsx')).TermsText }));

/** The texts whose boxes are ticked; missing: others are not. */
export type TermsChosen = { ids: number[]; isMissing: boolean };

type TermsChoiceProps = {
  onChange: (chosen: TermsChosen) => void;
  /** The form was sent, so that a missing choice is said. */
  checked: boolean;
};

export function TermsChoice({ onChange, checked }: TermsChoiceProps) {
  const [terms, setTerms] = useState<Terms[] | null>(null);
  const [read, setRead] = useState<number[]>([]);
  const [shown, setShown] = useState<Terms | null>(null);
  const load = useTask(async () => {
    const found = await call(termsApi.inForce, {});
    setTerms(found);
    onChange({ ids: [], isMissing: found.length > 0 });
  });
  const { run } = load;
  useEffect(() => run(), [run]);
  if (load.failure)
    return (
      <Alert title={messageOf(load.failure, texts.loadFailed)} onRetry={load.run} retrying={load.busy} />
    );
  if (!terms?.length) return null;
  const choose = (id: number, on: boolean) => {
    const ids = on ? [...read, id] : read.filter((one) => one !== id);
    setRead(ids);
    onChange({ ids, isMissing: terms.some((one) => !ids.includes(one.id)) });
  };
  return (
    <div className="grid gap-1">
      {terms.map((one) => (
        <div key={one.id}>
          <label className="flex items-start gap-2.5 py-1.5 phone:min-h-11">
            <input
              type="checkbox"
              name="terms"
              checked={read.includes(one.id)}
              onChange={(event) => choose(one.id, event.target.checked)}
              className="mt-1 size-4 accent-brand"
            />
            <span>{texts.accept[one.kind](one.version)}</span>
          </label>
          <button
            type="button"
            className="link ml-6.5 text-small wrap-anywhere phone:py-3"
            onClick={() => setShown(one)}
          >
            {texts.read(one.title)}
          </button>
        </div>
      ))}
      {checked && terms.some(({ id }) => !read.includes(id)) && (
        <p role="alert" className="text-small text-danger">
          {texts.missing}
        </p>
      )}
      {shown && (
        <Suspense>
          <TermsText terms={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </div>
  );
}
