import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { type AccessKey, keysApi } from '#contract/keys.ts';
import { ACCESS_KEY_PREFIX } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { formatCompact, formatDate, formatNumber, formatRecent } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { ProgressBar } from '../../../ui/display/progress-bar.tsx';
import { texts } from './texts.ts';

type AccessKeyRowProps = { accessKey: AccessKey; onEdit: () => void; onRevoked: () => void };

export function AccessKeyRow({ accessKey: key, onEdit, onRevoked }: AccessKeyRowProps) {
  const [asking, setAsking] = useState(false);
  const revoke = useTask(async () => {
    await revokeKey(key.id).finally(() => setAsking(false));
    onRevoked();
  });
  return (
    <li className="py-3.5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2.5">
        <KeyRound aria-hidden="true" className="mt-0.5 shrink-0 text-ink-3" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-control font-medium">
            <span className="wrap-anywhere">{key.name}</span>
            <code className="text-tiny font-normal text-ink-3">
              {ACCESS_KEY_PREFIX}…{key.hint}
            </code>
            {key.is_expired && <Badge tone="warn">{texts.expired}</Badge>}
          </p>
          <p className="text-small text-ink-3">
            {[scopeOf(key), endOf(key), usedOf(key)].map((fact, at) => (
              <span key={fact} className="phone:block">
                {at > 0 && <span className="phone:hidden"> · </span>}
                {fact}
              </span>
            ))}
          </p>
          <Spent accessKey={key} />
        </div>
        <div className="flex gap-2 slim:w-full">
          <Button size="small" aria-label={texts.editLabel(key.name)} onClick={onEdit}>
            {texts.edit}
          </Button>
          <Button
            size="small"
            aria-label={texts.revokeLabel(key.name)}
            className="text-danger!"
            onClick={() => setAsking(true)}
          >
            {texts.revoke}
          </Button>
        </div>
      </div>
      {revoke.failure ? (
        <Alert title={failureText(revoke.failure, texts.revokeFailed)} className="mt-2.5" />
      ) : null}
      <Confirm
        open={asking}
        text={texts.confirm(key.name)}
        detail={texts.confirmDetail}
        confirmLabel={texts.confirmLabel}
        busy={revoke.busy}
        onConfirm={() => revoke.run()}
        onCancel={() => setAsking(false)}
      />
    </li>
  );
}

function Spent({ accessKey: { token_used, token_cap } }: { accessKey: AccessKey }) {
  const used = formatNumber(token_used);
  if (token_cap === null)
    return token_used > 0 ? <p className="text-small text-ink-3">{texts.spent(used)}</p> : null;
  const told = texts.spentOf(used, formatCompact(token_cap));
  return (
    <div className="mt-2 grid max-w-[320px] gap-1.5">
      <ProgressBar label={texts.cap} value={token_used} max={token_cap} valueText={told} />
      <p className="text-small text-ink-3 tabular-nums">{told}</p>
    </div>
  );
}

const scopeOf = ({ agent_ids }: AccessKey) => (agent_ids ? texts.agents(agent_ids.length) : texts.allAgents);

function endOf({ expires_at, is_expired }: AccessKey): string {
  if (!expires_at) return texts.forever;
  return is_expired ? texts.endedOn(formatDate(expires_at)) : texts.until(formatDate(expires_at));
}

const usedOf = ({ last_used_at, last_used_ip }: AccessKey): string =>
  last_used_at ? texts.used(formatRecent(last_used_at).toLowerCase(), last_used_ip) : texts.neverUsed;

/** One that is gone already is what was asked for. */
async function revokeKey(id: number): Promise<void> {
  await call(keysApi.revoke, { params: { id } }).catch((failure: unknown) => {
    if (!failedWith(failure, 'key_not_found')) throw failure;
  });
}
