/** Adds a connection, or changes one. It is tried with what is typed, before anything is saved. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CONNECTION_KINDS,
  CONNECTION_TLS,
  type Connection,
  type ConnectionTest,
  connectionsApi,
} from '#contract/connections.ts';
import { CONNECTION_NAME_MAX, CONNECTION_PART_MAX } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { failureText, fieldError } from '../../api/error-message.ts';
import { failedWith } from '../../api/failure.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field, PasswordField } from '../../ui/controls/field.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Revealed } from '../../ui/dialogs/revealed.tsx';
import {
  addressOf,
  type ConnectionDraft,
  draftOf,
  newConnection,
  problemsOf,
  withKind,
} from './connection-draft.ts';
import { connectionList } from './queries.ts';
import { TestResult } from './test-result.tsx';
import { serverNames, texts, tlsWords } from './texts.ts';

type ConnectionFormProps = { known: Connection | null; onClose: () => void };

const NAMED_FIELDS = ['name', 'host', 'port', 'database', 'user', 'password'];

export function ConnectionForm({ known, onClose }: ConnectionFormProps) {
  const state = useConnectionForm(known, onClose);
  const { draft, problems, save, test, tested, failure } = state;
  const { checked, bind } = useCheckedForm();
  const isFaulty = Object.values(problems).some(Boolean);
  const stored = known?.settings?.password === 'stored';
  return (
    <FormDialog
      title={known ? texts.editTitle(known.name) : texts.addTitle}
      line={texts.addLine}
      form={bind(isFaulty, save.run)}
      words={{ cancel: texts.cancel, submit: texts.save, submitting: texts.saving }}
      busy={save.busy}
      failure={failure === null ? null : failureText(failure, texts.saveFailed)}
      onClose={save.busy ? () => {} : onClose}
    >
      <ConnectionFields known={known} state={state} checked={checked} />
      <div className="grid gap-3">
        <Button
          className="justify-self-start slim:w-full"
          disabled={isFaulty || save.busy}
          busy={test.busy}
          onClick={test.run}
        >
          {test.busy ? texts.testing : texts.test}
        </Button>
        <Revealed result={tested ?? test.failure}>
          <TestResult
            tested={tested}
            failure={fieldError(test.failure, 'host') === null ? test.failure : null}
            hint={stored && !draft.password ? texts.testHint : null}
          />
        </Revealed>
      </div>
    </FormDialog>
  );
}

function useConnectionForm(known: Connection | null, onClose: () => void) {
  const cache = useQueryClient();
  const [draft, setDraft] = useState<ConnectionDraft>(() => (known ? draftOf(known) : newConnection));
  const [tested, setTested] = useState<ConnectionTest | null>(null);
  const edit = (part: Partial<ConnectionDraft>) => {
    setTested(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const save = useTask(async () => {
    await saveConnection(known, draft);
    onClose();
    await cache.invalidateQueries({ queryKey: connectionList().queryKey });
  });
  const test = useTask(async () => {
    setTested(await call(connectionsApi.testTyped, { body: addressOf(draft) }));
  });
  // Cancelling the dialog that asks for the password leaves the form as it was.
  const failure = failedWith(save.failure, 'reauthentication_required') ? null : save.failure;
  const isNamed = NAMED_FIELDS.some((field) => fieldError(failure, field));
  return {
    draft,
    edit,
    save,
    test,
    tested,
    problems: problemsOf(draft, { needed: texts.needed, port: texts.portNeeded }),
    /** Null where a field says it. */
    failure: isNamed ? null : failure,
    errorOf: (field: string) => fieldError(failure, field) ?? fieldError(test.failure, field),
  };
}

type FormState = ReturnType<typeof useConnectionForm>;

async function saveConnection(known: Connection | null, draft: ConnectionDraft): Promise<void> {
  const body = { ...addressOf(draft), name: draft.name.trim() };
  if (!known) await call(connectionsApi.create, { body });
  else {
    const version = known.settings?.version ?? 0;
    await call(connectionsApi.update, { params: { id: known.id }, body: { ...body, version } });
  }
}

type FieldsProps = { known: Connection | null; state: FormState; checked: boolean };

function ConnectionFields({ known, state, checked }: FieldsProps) {
  const { draft, edit, problems, errorOf } = state;
  const field = (name: keyof typeof problems, label: string) => ({
    name,
    label,
    required: true,
    autoComplete: 'off',
    spellCheck: false,
    maxLength: name === 'name' ? CONNECTION_NAME_MAX : CONNECTION_PART_MAX,
    value: draft[name],
    error: (checked ? problems[name] : null) ?? errorOf(name),
    onChange: (event: { target: { value: string } }) => edit({ [name]: event.target.value }),
  });
  const password = known?.settings?.password ?? 'none';
  return (
    <>
      <Field {...field('name', texts.name)} />
      {CONNECTION_KINDS.length > 1 && (
        <NativeSelect
          label={texts.kind}
          value={draft.kind}
          options={CONNECTION_KINDS.map((value) => ({ value, label: serverNames[value] }))}
          onChange={(kind) => edit(withKind(draft, kind))}
        />
      )}
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_110px]">
        <Field {...field('host', texts.host)} />
        <Field {...field('port', texts.port)} inputMode="numeric" />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field {...field('database', texts.database)} />
        <Field {...field('user', texts.user)} />
      </div>
      <PasswordField
        name="password"
        label={texts.password}
        autoComplete="off"
        spellCheck={false}
        maxLength={CONNECTION_PART_MAX}
        placeholder={password === 'stored' ? texts.passwordStored : ''}
        value={draft.password}
        hint={
          password === 'stored'
            ? texts.passwordKept
            : password === 'unreadable'
              ? texts.passwordUnreadable
              : undefined
        }
        error={errorOf('password')}
        onChange={(event) => edit({ password: event.target.value })}
      />
      <NativeSelect
        label={texts.tls}
        value={draft.tls}
        options={CONNECTION_TLS.map((value) => ({ value, label: tlsWords[value] }))}
        onChange={(tls) => edit({ tls })}
      />
    </>
  );
}
