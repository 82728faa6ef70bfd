/** Opens a counter, or changes one. */
import type { ReactNode } from 'react';
import type { Counter } from '#contract/counters.ts';
import { COUNTER_NOTIFIED_MAX } from '#contract/limits.ts';
import { classes } from '../../../ui/classes.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { PeopleField } from '../../admin/people-field.tsx';
import { BasicFields } from './basic-fields.tsx';
import { PageFields } from './page-fields.tsx';
import { texts as all } from './texts.ts';
import { type CounterFormState, useCounterForm } from './use-counter-form.ts';

const texts = all.form;

type CounterFormProps = { known: Counter | null; onClose: () => void };

export function CounterForm({ known, onClose }: CounterFormProps) {
  const state = useCounterForm(known, onClose);
  const { form, busy, failure } = state;
  return (
    <FormDialog
      size="large"
      title={known ? texts.editTitle(known.name) : texts.addTitle}
      form={form}
      words={{ submit: texts.save, submitting: texts.saving }}
      busy={busy}
      failure={failure}
      onClose={busy ? () => {} : onClose}
    >
      <Part isFirst title={texts.basics}>
        <BasicFields known={known} state={state} />
      </Part>
      <Part title={texts.page}>
        <PageFields known={known} state={state} />
      </Part>
      <Part title={texts.sites}>
        <TextArea
          label={texts.origins}
          hint={texts.originsHint}
          rows={3}
          spellCheck={false}
          value={state.draft.origins}
          error={state.errorOf('origins')}
          onChange={(event) => state.edit({ origins: event.target.value })}
        />
      </Part>
      <Part title={texts.hours}>
        <Hours state={state} />
        <Count state={state} name="keep" field="keep_hours" label={texts.keep} hint={texts.keepHint} />
      </Part>
      <Part title={texts.requests}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Count
            state={state}
            name="deadline"
            field="deadline_days"
            label={texts.deadline}
            hint={texts.deadlineHint}
          />
          <Count
            state={state}
            name="years"
            field="request_years"
            label={texts.years}
            hint={texts.yearsHint}
          />
        </div>
        <PeopleField
          people={state.draft.notified}
          most={COUNTER_NOTIFIED_MAX}
          words={texts.notified}
          error={state.errorOf('notify_user_ids')}
          onChange={(notified) => state.edit({ notified })}
        />
      </Part>
    </FormDialog>
  );
}

type PartProps = { title: string; isFirst?: true; children: ReactNode };

function Part({ title, isFirst, children }: PartProps) {
  return (
    <section
      aria-label={title}
      className={classes('grid grid-cols-[minmax(0,1fr)] gap-4', !isFirst && 'border-t border-line pt-4')}
    >
      <h3 className="font-sans text-[15.5px] font-semibold tracking-normal">{title}</h3>
      {children}
    </section>
  );
}

type CountProps = {
  state: CounterFormState;
  name: 'keep' | 'deadline' | 'years';
  field: 'keep_hours' | 'deadline_days' | 'request_years';
  label: string;
  hint: string;
};

/** A number, kept as typed so that an emptied field stays empty. */
function Count({ state: { draft, edit, errorOf }, name, field, label, hint }: CountProps) {
  return (
    <Field
      label={label}
      hint={hint}
      inputMode="numeric"
      required
      value={draft[name]}
      error={errorOf(field)}
      onChange={(event) => edit({ [name]: event.target.value })}
      className="tabular-nums"
    />
  );
}

function Hours({ state: { draft, edit, errorOf } }: { state: CounterFormState }) {
  const { isAlwaysOpen, days, from, until } = draft;
  const daysError = errorOf('open_hours.days');
  const toggle = (day: number, isOn: boolean) =>
    edit({ days: isOn ? [...days, day] : days.filter((one) => one !== day) });
  return (
    <>
      <Switch
        label={texts.always}
        line={texts.alwaysLine}
        checked={isAlwaysOpen}
        onChange={(on) => edit({ isAlwaysOpen: on })}
      />
      {!isAlwaysOpen && (
        <>
          <fieldset>
            <legend className="mb-1 text-label font-medium">{texts.days}</legend>
            <div className="flex flex-wrap gap-x-5 gap-y-1">
              {texts.dayNames.map((name, place) => (
                <label key={name} className="flex min-h-8 items-center gap-2 phone:min-h-11">
                  <input
                    type="checkbox"
                    className="size-4 accent-brand"
                    aria-invalid={daysError ? true : undefined}
                    checked={days.includes(place + 1)}
                    onChange={(event) => toggle(place + 1, event.target.checked)}
                  />
                  {name}
                </label>
              ))}
            </div>
            {daysError && <p className="mt-1 text-small text-danger">{daysError}</p>}
          </fieldset>
          <div className="grid grid-cols-2 items-start gap-4">
            <Field
              label={texts.from}
              type="time"
              value={from}
              onChange={(event) => edit({ from: event.target.value })}
            />
            <Field
              label={texts.until}
              type="time"
              value={until}
              error={errorOf('open_hours.until')}
              onChange={(event) => edit({ until: event.target.value })}
            />
          </div>
        </>
      )}
    </>
  );
}
