/** The name and the address of a counter, the agent behind it, and how that one answers. */
import { useQuery } from '@tanstack/react-query';
import { COUNTER_MODES, type Counter, type CounterMode } from '#contract/counters.ts';
import { COUNTER_NAME_MAX, COUNTER_SLUG_MAX } from '#contract/limits.ts';
import { COUNTER_PAGE_PATH } from '#contract/public-counters.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { withoutThousands } from '../../../lib/text/figures.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { agentNames } from '../../open-questions/queries.ts';
import { texts as all } from './texts.ts';
import type { CounterFormState } from './use-counter-form.ts';

const texts = all.form;

type BasicFieldsProps = { known: Counter | null; state: CounterFormState };

export function BasicFields({ known, state }: BasicFieldsProps) {
  const { draft, edit, errorOf } = state;
  const { slug, mode } = draft;
  const isMoved = known !== null && slug.trim() !== known.slug;
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={texts.name}
          hint={texts.nameHint}
          required
          autoComplete="off"
          maxLength={COUNTER_NAME_MAX}
          value={draft.name}
          error={errorOf('name')}
          onChange={(event) => edit({ name: event.target.value })}
        />
        <Field
          label={texts.slug}
          hint={
            isMoved
              ? texts.slugChanges
              : texts.slugHint(`${window.location.host}${COUNTER_PAGE_PATH}/${slug.trim() || '…'}`)
          }
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={COUNTER_SLUG_MAX}
          value={slug}
          error={errorOf('slug')}
          onChange={(event) => edit({ slug: event.target.value })}
        />
      </div>
      <AgentChoice known={known} state={state} />
      <ModeChoice mode={mode} onChange={(next) => edit({ mode: next })} />
      {mode === 'model' && (
        <Field
          label={texts.tokens}
          hint={texts.tokensHint}
          inputMode="numeric"
          required
          value={draft.tokens}
          error={errorOf('tokens_per_day')}
          onChange={(event) => edit({ tokens: withoutThousands(event.target.value) })}
          className="tabular-nums"
        />
      )}
    </>
  );
}

function AgentChoice({ known, state: { draft, edit, errorOf } }: BasicFieldsProps) {
  const agents = useQuery(agentNames());
  if (agents.isError) return <LoadFailure query={agents} text={texts.agentsFailed} />;
  // The stored one is named by the counter itself, before the others are here.
  const named = agents.data ?? (known ? [{ id: known.agent_id, name: known.agent_name }] : []);
  return (
    <NativeSelect
      label={texts.agent}
      value={draft.agent}
      options={[
        { value: '', label: texts.chooseAgent },
        ...named.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      error={errorOf('agent_id')}
      onChange={(agent) => edit({ agent })}
    />
  );
}

function ModeChoice({ mode, onChange }: { mode: CounterMode; onChange: (mode: CounterMode) => void }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-label font-medium">{texts.mode}</legend>
      {COUNTER_MODES.map((value) => (
        <label
          key={value}
          className="flex cursor-pointer items-start gap-3 rounded-card border border-line bg-surface px-3.5 py-3"
        >
          <input
            type="radio"
            name="mode"
            value={value}
            checked={mode === value}
            onChange={() => onChange(value)}
            className="mt-1 size-4 shrink-0 accent-brand"
          />
          <span className="min-w-0">
            <span className="block font-medium">{all.modes[value]}</span>
            <span className="block text-small text-ink-2">{texts.modeLines[value]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
