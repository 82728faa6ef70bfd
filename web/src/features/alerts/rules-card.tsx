/** The rules of alerts, and the form in which one is written. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type AlertRule, alertsApi } from '#contract/alerts.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { LoadFailure } from '../../api/load-failure.tsx';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { alertRules, webhooks } from './queries.ts';
import { RuleForm } from './rule-form.tsx';
import { texts as all } from './texts.ts';

const texts = all.rules;

export function RulesCard() {
  const client = useQueryClient();
  const rules = useQuery(alertRules());
  const [edited, setEdited] = useState<AlertRule | 'new' | null>(null);
  const [removed, setRemoved] = useState<AlertRule | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: ['alerts'] });
  const remove = useTask(async ({ id }: AlertRule) => {
    await call(alertsApi.removeRule, { params: { id } });
    setRemoved(null);
    await refresh();
  });
  return (
    <Card
      title={texts.title}
      line={texts.line}
      aside={
        <Button size="small" icon={<Plus />} onClick={() => setEdited('new')}>
          {texts.add}
        </Button>
      }
    >
      {rules.isPending && <Skeleton className="h-32 w-full" />}
      {rules.isError && <LoadFailure query={rules} text={texts.loadFailed} />}
      {rules.data?.length === 0 && <p className="text-ink-2">{texts.none}</p>}
      {rules.data && rules.data.length > 0 && (
        <ul aria-label={texts.title} className="divide-y divide-line">
          {rules.data.map((rule) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              onEdit={() => setEdited(rule)}
              onRemove={() => setRemoved(rule)}
            />
          ))}
        </ul>
      )}
      {edited && (
        <RuleForm
          rule={edited === 'new' ? undefined : edited}
          onSaved={refresh}
          onClose={() => setEdited(null)}
        />
      )}
      <Confirm
        open={removed !== null}
        text={texts.confirmRemove}
        detail={texts.confirmRemoveLine}
        confirmLabel={all.remove}
        busy={remove.busy}
        failure={remove.failure === null ? null : failureText(remove.failure, all.removeFailed)}
        onConfirm={() => removed && remove.run(removed)}
        onCancel={() => setRemoved(null)}
      />
    </Card>
  );
}

type RuleRowProps = { rule: AlertRule; onEdit: () => void; onRemove: () => void };

function RuleRow({ rule, onEdit, onRemove }: RuleRowProps) {
  const channels = useQuery(webhooks());
  const [tested, setTested] = useState('');
  const test = useTask(async () => {
    const { letters, webhook } = await call(alertsApi.testRule, { params: { id: rule.id } });
    setTested(texts.tested(letters, webhook));
  });
  const channel = channels.data?.find(({ id }) => id === rule.webhook_id)?.name;
  const receivers = [rule.people.map(({ name }) => name).join(', '), channel].filter(Boolean).join(' · ');
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium">{all.kinds[rule.kind]}</p>
          <p className="text-small text-ink-2 wrap-anywhere">
            {receivers || (rule.kind === 'checks_fell' ? texts.ownerToo : texts.nobody)}
          </p>
        </div>
        <Badge tone={rule.active ? 'ok' : 'neutral'}>{rule.active ? texts.active : texts.off}</Badge>
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
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {tested}
      </p>
      {test.failure !== null && <Alert title={failureText(test.failure, texts.testFailed)} />}
    </li>
  );
}
