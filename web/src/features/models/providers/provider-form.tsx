/** Adds a server, or changes a provider. The connection is tried with what is typed, before anything is saved. */
import { type FormEvent, useId, useRef, useState } from 'react';
import type { ModelProviderInfo, ProviderProbe } from '#contract/model-providers.ts';
import { failureText, fieldError } from '../../../api/error-message.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Revealed } from '../../../ui/dialogs/revealed.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { ProviderFields } from './provider-fields.tsx';
import { texts } from './texts.ts';
import { type ProviderFormState, useProviderForm } from './use-provider-form.ts';

type ProviderFormProps = { known: ModelProviderInfo | null; onClose: () => void };

export function ProviderForm({ known, onClose }: ProviderFormProps) {
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const [checked, setChecked] = useState(false);
  const form = useProviderForm(known, onClose);
  const { draft, save, probe, probed, failure, missing } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!missing.name && !missing.base_url) return save.run();
    element.current?.querySelector<HTMLElement>(missing.name ? '[name=name]' : '[name=base_url]')?.focus();
  };
  const usesNoKey = known !== null && known.key.source !== 'none' && !draft.key.trim();
  return (
    <Modal
      open
      onClose={save.busy ? () => {} : onClose}
      title={known ? texts.editTitle(known.name) : texts.addTitle}
      line={known ? undefined : texts.addLine}
      footer={<FormButtons formId={id} form={form} onClose={onClose} />}
    >
      <form id={id} ref={element} noValidate onSubmit={submit} className="grid gap-4">
        {failure !== null && <Alert title={failureText(failure, texts.saveFailed)} />}
        <ProviderFields known={known} form={form} checked={checked} />
        <ProbeResult probed={probed} failure={probe.failure} hint={usesNoKey ? texts.testKeyHint : null} />
      </form>
    </Modal>
  );
}

type FormButtonsProps = { formId: string; form: ProviderFormState; onClose: () => void };

function FormButtons({ formId, form: { save, probe, canProbe }, onClose }: FormButtonsProps) {
  return (
    <>
      <Button
        className="mr-auto slim:w-full"
        disabled={!canProbe || save.busy}
        busy={probe.busy}
        onClick={probe.run}
      >
        {probe.busy ? texts.testing : texts.test}
      </Button>
      <Button onClick={onClose} disabled={save.busy} className="phone:flex-1">
        {texts.cancel}
      </Button>
      <Button type="submit" form={formId} variant="primary" busy={save.busy} className="phone:flex-1">
        {save.busy ? texts.saving : texts.save}
      </Button>
    </>
  );
}

const SHOWN_MODELS = 8;

type ProbeResultProps = {
  probed: ProviderProbe | null;
  failure: unknown;
  /** The likely reason of a refusal. */
  hint: string | null;
};

function ProbeResult(props: ProbeResultProps) {
  return (
    <Revealed result={props.probed ?? props.failure}>
      <ProbeWords {...props} />
    </Revealed>
  );
}

function ProbeWords({ probed, failure, hint }: ProbeResultProps) {
  const isTold = fieldError(failure, 'base_url') !== null || fieldError(failure, 'key') !== null;
  if (failure !== null && !isTold) return <Alert title={failureText(failure, texts.testFailed)} />;
  if (!probed) return <div role="status" />;
  const { speaks, error, models } = probed;
  if (!speaks || error !== null) return <Alert title={error ?? texts.testFailed} line={hint} />;
  const more = models.length - SHOWN_MODELS;
  const names = models.slice(0, SHOWN_MODELS);
  return (
    <Alert
      tone="ok"
      title={texts.works(models.length)}
      line={texts.modelsFound(more > 0 ? [...names, texts.andMore(more)] : names)}
    />
  );
}
