import { useInfiniteQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import {
  type AppliedImport,
  IMPORT_ACTIONS,
  type ImportAction,
  importsApi,
  type UserImport,
} from '#contract/imports.ts';
import { call } from '../../api/client.ts';
import { failureText, failureWords } from '../../api/error-message.ts';
import { formatNumber } from '../../lib/format.ts';
import { rowsOf } from '../../lib/pages.ts';
import { useTask } from '../../lib/use-task.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { PagedRows } from '../../ui/page/paged-rows.tsx';
import { ImportRows } from './import-rows.tsx';
import { importRows } from './queries.ts';
import { texts } from './texts.ts';

type PreviewStepProps = {
  preview: UserImport;
  onAgain: () => void;
  onApplied: (figures: AppliedImport) => void;
};

export function PreviewStep({ preview, onAgain, onApplied }: PreviewStepProps) {
  const { id, counts, ignored_columns } = preview;
  const [shown, setShown] = useState<ImportAction>(firstShown(preview));
  const [choices, setChoices] = useState({ create_groups: false, send_invitations: false });
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [isAsked, setAsked] = useState(false);
  const apply = useTask(async () => {
    const body = { ...choices, deactivate_ids: [...ticked] };
    onApplied(await call(importsApi.apply, { params: { id }, body }));
  });
  const changesNothing = counts.new + counts.changed + ticked.size === 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3 className="font-semibold">{texts.preview}</h3>
      <CountCards counts={counts} shown={shown} onShow={setShown} />
      <IgnoredColumns names={ignored_columns} />
      {shown === 'absent' && counts.absent > 0 && <p className="text-small text-ink-2">{texts.absentLine}</p>}
      <Lines
        id={id}
        action={shown}
        ticked={ticked}
        onTick={(user_id) => setTicked(flipped(ticked, user_id))}
      />
      <div className={classes(cardLook, 'grid gap-4 p-4')}>
        <Choices preview={preview} choices={choices} onChange={setChoices} />
        <div className="flex flex-wrap items-center justify-end gap-2.5">
          {changesNothing && <span className="text-small text-ink-2">{texts.nothingToApply}</span>}
          <Button onClick={onAgain}>{texts.another}</Button>
          <Button variant="primary" disabled={changesNothing} onClick={() => setAsked(true)}>
            {texts.apply}
          </Button>
        </div>
      </div>
      <Confirm
        open={isAsked}
        text={texts.question}
        detail={summaryOf(preview, { ...choices, deactivated: ticked.size })}
        confirmLabel={apply.busy ? texts.applying : texts.apply}
        variant={ticked.size ? 'danger' : 'primary'}
        busy={apply.busy}
        failure={apply.failure === null ? null : failureText(apply.failure, texts.applyFailed)}
        onConfirm={apply.run}
        onCancel={() => setAsked(false)}
      />
    </div>
  );
}

function IgnoredColumns({ names }: { names: string[] }) {
  if (!names.length) return null;
  const listed = names.map((name) => (__LANGUAGE__ === 'en' ? `“${name}”` : `«${name}»`)).join(', ');
  return <Alert tone="info" title={texts.ignored(listed, names.length === 1)} line={texts.ignoredLine} />;
}

type ImportChoices = { create_groups: boolean; send_invitations: boolean };
type ChoicesProps = {
  preview: UserImport;
  choices: ImportChoices;
  onChange: (choices: ImportChoices) => void;
};

function Choices({ preview: { counts, missing_groups }, choices, onChange }: ChoicesProps) {
  const groups = missing_groups.length;
  return (
    <>
      {groups > 0 && (
        <Switch
          label={texts.createGroups(formatNumber(groups), groups === 1)}
          line={texts.createGroupsLine(missing_groups.join(', '))}
          checked={choices.create_groups}
          onChange={(create_groups) => onChange({ ...choices, create_groups })}
        />
      )}
      <Switch
        label={texts.invite}
        line={texts.inviteLine}
        checked={choices.send_invitations}
        disabled={counts.new === 0}
        onChange={(send_invitations) => onChange({ ...choices, send_invitations })}
      />
    </>
  );
}

/** Problems first: they are what somebody has to mend. */
const firstShown = ({ counts }: UserImport): ImportAction =>
  (['problem', 'new', 'changed', 'unchanged'] as const).find((action) => counts[action] > 0) ?? 'new';

function flipped(ticked: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ticked);
  if (!next.delete(id)) next.add(id);
  return next;
}

function summaryOf(
  { counts }: UserImport,
  { send_invitations, deactivated }: { send_invitations: boolean; deactivated: number },
): string {
  const parts = texts.summaryParts;
  return texts.summary([
    parts.new(formatNumber(counts.new), counts.new === 1),
    parts.changed(formatNumber(counts.changed), counts.changed === 1),
    ...(deactivated ? [parts.deactivated(formatNumber(deactivated), deactivated === 1)] : []),
    ...(send_invitations ? [parts.invited] : []),
  ]);
}

type CountCardsProps = {
  counts: UserImport['counts'];
  shown: ImportAction;
  onShow: (action: ImportAction) => void;
};

/** Each figure is also the filter of the lines below. */
function CountCards({ counts, shown, onShow }: CountCardsProps) {
  return (
    <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      <legend className="sr-only">{texts.show}</legend>
      {IMPORT_ACTIONS.map((action) => (
        <button
          key={action}
          type="button"
          aria-pressed={shown === action}
          onClick={() => onShow(action)}
          className={classes(
            'rounded-card border px-3.5 py-2.5 text-left transition-colors',
            shown === action ? 'border-brand bg-brand-soft' : 'border-line bg-surface hover:bg-sunken',
          )}
        >
          <span className="block text-tiny text-ink-2">{texts.counts[action]}</span>{' '}
          <span className="text-title tabular-nums">{formatNumber(counts[action])}</span>
        </button>
      ))}
    </fieldset>
  );
}

type LinesProps = {
  id: number;
  action: ImportAction;
  ticked: ReadonlySet<number>;
  onTick: (user_id: number) => void;
};

function Lines({ id, action, ticked, onTick }: LinesProps) {
  const found = useInfiniteQuery(importRows(id, action));
  const rows = rowsOf(found.data);
  return (
    <PagedRows
      pages={found}
      failure={found.isError ? failureWords(found.error, texts.loadFailed) : null}
      count={rows.length}
      moreLabel={texts.loadMore}
      skeleton={
        <div role="status" data-skeleton className={classes(cardLook, 'grid gap-3 p-4')}>
          <span className="sr-only">{texts.loading}</span>
          <Skeleton className="h-4" />
          <Skeleton className="h-4" />
        </div>
      }
      empty={<EmptyState icon={<FileSpreadsheet />} title={texts.none} />}
    >
      <ImportRows rows={rows} action={action} ticked={ticked} onTick={onTick} />
    </PagedRows>
  );
}
