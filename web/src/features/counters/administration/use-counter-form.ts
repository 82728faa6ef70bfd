/** The state of the form of a counter: what is typed, what is wrong with it, and saving. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Counter, countersApi } from '#contract/counters.ts';
import { call } from '../../../api/client.ts';
import { failureText, fieldError } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import {
  bodyOf,
  type CounterDraft,
  type CounterField,
  counterFields,
  draftOf,
  newCounter,
  problemsOf,
  slugOf,
} from './counter-draft.ts';
import { counterList } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.form;

export function useCounterForm(known: Counter | null, onClose: () => void) {
  const cache = useQueryClient();
  const { bind, checked, focus } = useCheckedForm();
  const [draft, setDraft] = useState<CounterDraft>(() => (known ? draftOf(known) : newCounter));
  const [logoProblem, setLogoProblem] = useState<string | null>(null);
  const save = useTask(async () => {
    const body = bodyOf(draft);
    try {
      if (!known) await call(countersApi.create, { body });
      else
        await call(countersApi.update, {
          params: { id: known.id },
          body: { ...body, version: known.version },
        });
    } catch (failure) {
      // The form is long: what the server refuses may be out of sight.
      focus('[aria-invalid="true"]');
      throw failure;
    }
    onClose();
    await cache.invalidateQueries({ queryKey: counterList().queryKey });
  });
  const problems = problemsOf(draft);
  const faults = Object.keys(problems).length;
  const isNamed = counterFields.some((field) => fieldError(save.failure, field));
  return {
    draft,
    edit: (part: Partial<CounterDraft>) => {
      save.forgive();
      setDraft((before) => withSlug(known, before, { ...before, ...part }));
    },
    form: bind(faults > 0, save.run),
    busy: save.busy,
    /** Null where a field says it. */
    failure:
      checked && faults > 0
        ? texts.faults(faults)
        : save.failure === null || isNamed
          ? null
          : failureText(save.failure, texts.saveFailed),
    errorOf: (field: CounterField): string | null => {
      const own = field === 'logo' ? logoProblem : (checked && problems[field]) || null;
      return own ?? fieldError(save.failure, field);
    },
    setLogoProblem,
  };
}

export type CounterFormState = ReturnType<typeof useCounterForm>;

/** The address of a new counter follows its name until somebody types another one. */
function withSlug(known: Counter | null, before: CounterDraft, after: CounterDraft): CounterDraft {
  const follows = !known && before.slug === after.slug && before.slug === slugOf(before.name);
  return follows ? { ...after, slug: slugOf(after.name) } : after;
}
