/** The rules of alerts, and the form in which one is written. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AlertRule, alertsApi } from '#contract/alerts.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { EditedList } from './edited-list.tsx';
import { alertRules, webhooks } from './queries.ts';
import { RuleForm } from './rule-form.tsx';
import { texts as all } from './texts.ts';

const texts = all.rules;

export function RulesCard() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['alerts'] });
  return (
    <EditedList
      texts={texts}
      found={useQuery(alertRules())}
      row={(rule, actions) => <RuleRow key={rule.id} rule={rule} {...actions} />}
      form={(rule, onClose) => <RuleForm rule={rule} onSaved={refresh} onClose={onClose} />}
      onRemove={async ({ id }) => {
        await call(alertsApi.removeRule, { params: { id } });
        await refresh();
      }}
      removeLine={() => texts.confirmRemoveLine}
    />
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
