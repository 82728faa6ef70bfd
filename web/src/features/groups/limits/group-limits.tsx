/** The limits of a group: tokens of each person, and the monthly budget of all. Administrators only read them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type GroupLimits, groupsApi, type UserGroup } from '#contract/groups.ts';
import { call } from '../../../api/client.ts';
import { failureText, failureWords } from '../../../api/error-message.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { choicesOf } from '../../../lib/text/choices.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { isSuperadmin } from '../../session/role.ts';
import { useMe } from '../../session/use-me.tsx';
import { afterMove, limitsOfGroup } from '../queries.ts';
import { texts as all } from '../texts.ts';
import { budgetOf, draftOf, formOf, type LimitsDraft, tokensOf, usedIn } from './limits-draft.ts';
import { amountWords, MonthUse } from './month-use.tsx';
import { NotifiedPeople } from './notified-people.tsx';

const texts = all.limits;

type DialogProps = { group: UserGroup; onClose: () => void };

export function GroupLimitsDialog({ group, onClose }: DialogProps) {
  const found = useQuery(limitsOfGroup(group.id));
  // Once read it is edited: what somebody else saves meanwhile is said when this is saved.
  const [read, setRead] = useState<GroupLimits | null>(null);
  if (found.data && !read) setRead(found.data);
  if (read) return <LimitsForm group={group} limits={read} onClose={onClose} />;
  return (
    <Modal open onClose={onClose} title={texts.title} line={texts.line(group.name)}>
      {found.isError ? (
        <Alert
          {...failureWords(found.error, texts.loadFailed)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      ) : (
        <div role="status" className="grid gap-3">
          <span className="sr-only">{texts.loading}</span>
          <Skeleton className="h-16" />
          <Skeleton className="h-40" />
        </div>
      )}
    </Modal>
  );
}

function LimitsForm({ group, limits, onClose }: DialogProps & { limits: GroupLimits }) {
  const id = useId();
  const cache = useQueryClient();
  const readOnly = !isSuperadmin(useMe());
  const [draft, setDraft] = useState(() => draftOf(limits));
  const [checked, setChecked] = useState(false);
  const [asked, setAsked] = useState(false);
  const form = formOf(draft, limits);
  const edit = (change: Partial<LimitsDraft>) => setDraft((before) => ({ ...before, ...change }));
  const save = useTask(async () => {
    if (!form) return;
    await call(groupsApi.changeLimits, { params: { id: group.id }, body: form });
    onClose();
    await afterMove(cache);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (form && isOver(draft, limits)) setAsked(true);
    else if (form) save.run();
  };
  const footer = <Footer formId={id} readOnly={readOnly} busy={save.busy} onClose={onClose} />;
  return (
    <Modal open onClose={onClose} title={texts.title} line={texts.line(group.name)} footer={footer}>
      <form id={id} noValidate onSubmit={submit} className="grid gap-5">
        {save.failure !== null && <Alert title={failureText(save.failure, texts.failed)} />}
        {readOnly && <Alert tone="info" title={texts.onlyRead} />}
        <MonthUse limits={limits} />
        <fieldset disabled={readOnly} className="grid gap-5">
          <LimitFields draft={draft} checked={checked} onEdit={edit} />
        </fieldset>
        <NotifiedPeople
          people={draft.notified}
          readOnly={readOnly}
          onChange={(notified) => edit({ notified })}
        />
      </form>
      <Confirm
        open={asked}
        text={overWords(group, draft, limits)}
        confirmLabel={texts.overYes}
        variant="primary"
        onCancel={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false);
          save.run();
        }}
      />
    </Modal>
  );
}

type FooterProps = { formId: string; readOnly: boolean; busy: boolean; onClose: () => void };

function Footer({ formId, readOnly, busy, onClose }: FooterProps) {
  return (
    <>
      <Button onClick={onClose}>{readOnly ? ui.close : ui.cancel}</Button>
      {!readOnly && (
        <Button type="submit" form={formId} variant="primary" busy={busy}>
          {busy ? texts.saving : texts.save}
        </Button>
      )}
    </>
  );
}

/** A hard budget that is used up already stops everybody at once. */
function isOver(draft: LimitsDraft, limits: GroupLimits): boolean {
  const budget = budgetOf(draft);
  return draft.hard && budget !== null && usedIn(draft.kind, limits) >= budget;
}

function overWords({ users_count }: UserGroup, { kind }: LimitsDraft, limits: GroupLimits): string {
  const one = users_count === 1;
  const people = texts.people(formatNumber(users_count), one);
  return texts.over(amountWords(kind, usedIn(kind, limits)), people, one, formatDate(limits.renews_at));
}

type LimitFieldsProps = {
  draft: LimitsDraft;
  checked: boolean;
  onEdit: (change: Partial<LimitsDraft>) => void;
};

function LimitFields({ draft, checked, onEdit }: LimitFieldsProps) {
  const { per_person, kind, amount, hard } = draft;
  const isWrong = checked && per_person.trim() !== '' && tokensOf(per_person) === null;
  return (
    <>
      <Field
        label={texts.perPerson}
        hint={texts.perPersonHint}
        value={per_person}
        inputMode="numeric"
        maxLength={20}
        error={isWrong ? texts.wrongTokens : null}
        onChange={(event) => onEdit({ per_person: event.target.value })}
      />
      <div className="grid gap-1.5">
        <span className="text-label font-medium">{texts.budget}</span>
        <Segmented
          label={texts.budget}
          value={kind}
          options={choicesOf(texts.kinds)}
          onChange={(next) => onEdit({ kind: next, amount: '' })}
        />
      </div>
      {kind !== 'none' && (
        <>
          <Field
            label={texts.amounts[kind]}
            value={amount}
            inputMode={kind === 'brl' ? 'decimal' : 'numeric'}
            maxLength={20}
            placeholder={kind === 'brl' ? '800,00' : undefined}
            error={
              checked && !budgetOf(draft) ? (kind === 'brl' ? texts.wrongMoney : texts.wrongTokens) : null
            }
            onChange={(event) => onEdit({ amount: event.target.value })}
          />
          <div className="grid gap-1.5">
            <span className="text-label font-medium">{texts.atEnd}</span>
            <Segmented
              label={texts.atEnd}
              value={hard ? 'stop' : 'warn'}
              options={choicesOf(texts.ends)}
              onChange={(end) => onEdit({ hard: end === 'stop' })}
            />
          </div>
        </>
      )}
    </>
  );
}
