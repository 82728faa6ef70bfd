/** The webhooks that receive alerts: written, tried, and how their last deliveries went. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Webhook, type WebhookDelivery, webhooksApi } from '#contract/alerts.ts';
import { WEBHOOK_ADDRESS_MAX, WEBHOOK_NAME_MAX } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { EditedList } from './edited-list.tsx';
import { webhooks } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.webhooks;

export function WebhooksCard() {
  const client = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: ['alerts'] });
  return (
    <>
      <EditedList
        texts={texts}
        found={useQuery({ ...webhooks(), refetchOnMount: 'always' })}
        row={(webhook, actions) => (
          <WebhookRow key={webhook.id} webhook={webhook} onChanged={refresh} {...actions} />
        )}
        form={(webhook, onClose) => (
          <WebhookForm
            webhook={webhook}
            onSaved={async (shown) => {
              onClose();
              setSecret(shown);
              await refresh();
            }}
            onClose={onClose}
          />
        )}
        onRemove={async ({ id }) => {
          await call(webhooksApi.remove, { params: { id } });
          await refresh();
        }}
        removeLine={() => texts.confirmRemoveLine}
      />
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

type WebhookRowProps = {
  webhook: Webhook;
  onChanged: () => Promise<unknown>;
  onEdit: () => void;
  onRemove: () => void;
};

function WebhookRow({ webhook, onChanged, onEdit, onRemove }: WebhookRowProps) {
  const { id, name, url, state, failing_since, deliveries } = webhook;
  const test = useTask(async () => {
    await call(webhooksApi.test, { params: { id } });
    await onChanged();
  });
  const again = useTask(async (n: number) => {
    await call(webhooksApi.repeat, { params: { id, n } });
    await onChanged();
  });
  const failure = test.failure ?? again.failure;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="truncate text-small text-ink-2">{url}</p>
        </div>
        <Badge tone={failing_since ? 'danger' : state === 'active' ? 'ok' : 'neutral'}>
          {failing_since && state === 'active'
            ? texts.failing(formatDateTime(failing_since))
            : texts.state[state]}
        </Badge>
        <div className="flex flex-wrap gap-2">
          <Button size="small" busy={test.busy} onClick={test.run}>
            {all.test}
          </Button>
          <Button size="small" variant="ghost" onClick={onEdit}>
            {all.edit}
          </Button>
          <Button size="small" variant="ghost" onClick={onRemove}>
            {all.remove}
          </Button>
        </div>
      </div>
      {failure !== null && <Alert title={failureText(failure, texts.testFailed)} />}
      {deliveries.length > 0 && (
        <details className="text-small">
          <summary className="w-fit cursor-pointer rounded-control text-ink-2 hover:text-ink phone:py-3">
            {texts.deliveries}
          </summary>
          <ul className="mt-1.5 divide-y divide-line">
            {deliveries.map((delivery) => (
              <DeliveryRow
                key={delivery.n}
                delivery={delivery}
                busy={again.busy}
                onAgain={() => again.run(delivery.n)}
              />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

const TONES = { waiting: 'warn', done: 'ok', failed: 'danger' } as const;

type DeliveryRowProps = { delivery: WebhookDelivery; busy: boolean; onAgain: () => void };

function DeliveryRow({ delivery: { at, kind, status, code, ms, error }, busy, onAgain }: DeliveryRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <time dateTime={at} className="text-ink-2 tabular-nums">
        {formatDateTime(at)}
      </time>
      <span>{kind in all.kinds ? all.kinds[kind as keyof typeof all.kinds] : all.test}</span>
      <Badge tone={TONES[status]}>
        {code === null ? texts.statuses[status] : `${texts.statuses[status]} (${code})`}
      </Badge>
      {ms !== null && <span className="text-ink-3 tabular-nums">{ms} ms</span>}
      <Button size="small" variant="ghost" className="ml-auto" disabled={busy} onClick={onAgain}>
        {texts.again}
      </Button>
      {error && <p className="basis-full text-ink-2">{error}</p>}
    </li>
  );
}

type WebhookFormProps = {
  webhook: Webhook | undefined;
  onSaved: (secret: string | null) => Promise<void>;
  onClose: () => void;
};

function WebhookForm({ webhook, onSaved, onClose }: WebhookFormProps) {
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [active, setActive] = useState(webhook?.state !== 'off');
  const { bind } = useCheckedForm();
  const isMissing = !name.trim() || !/^https?:\/\/./.test(url.trim());
  const save = useTask(async () => {
    const body = { name: name.trim(), url: url.trim() };
    const saved = webhook
      ? await call(webhooksApi.update, {
          params: { id: webhook.id },
          body: { ...body, active, version: webhook.version },
        })
      : await call(webhooksApi.create, { body });
    await onSaved(saved.secret);
  });
  return (
    <FormDialog
      title={texts.formTitle}
      form={bind(isMissing, save.run)}
      words={{ cancel: all.cancel, submit: all.save, submitting: all.saving }}
      busy={save.busy}
      disabled={isMissing}
      failure={save.failure === null ? null : failureText(save.failure, all.saveFailed)}
      onClose={onClose}
    >
      <Field
        label={texts.name}
        value={name}
        maxLength={WEBHOOK_NAME_MAX}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label={texts.url}
        hint={texts.urlHint}
        type="url"
        value={url}
        maxLength={WEBHOOK_ADDRESS_MAX}
        onChange={(event) => setUrl(event.target.value)}
      />
      {webhook && <Switch label={texts.active} checked={active} onChange={setActive} />}
    </FormDialog>
  );
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Modal
      open
      size="small"
      title={texts.secretTitle}
      line={texts.secretLine}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{all.close}</Button>
          <Button
            variant="primary"
            onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}
          >
            {isCopied ? texts.copied : texts.copy}
          </Button>
        </>
      }
    >
      <code className="block rounded-control bg-sunken px-3 py-2 text-small break-all select-all">
        {secret}
      </code>
    </Modal>
  );
}
