import { useQueryClient } from '@tanstack/react-query';
import { Copy, Download, Ellipsis, MessageSquareText, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Agent, agentsApi } from '#contract/agents.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { paths } from '../../../lib/paths.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button, buttonLook, IconButton } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Menu, MenuItem } from '../../../ui/dialogs/menu.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { AgentAvatar } from '../../../ui/display/avatar.tsx';
import { DetailTitle, dangerLook } from '../../../ui/page/detail-page.tsx';
import { CheckBadge } from '../checks/check-run-status.tsx';
import { DeployBadge } from '../list/agent-card.tsx';
import { adminAgent, keepAgent, refreshAround } from '../queries.ts';
import { texts as all } from '../texts.ts';
import { AgentSpending } from './agent-spending.tsx';
import { AccessNews } from './group-access.tsx';

const texts = all.page;

type AgentHeaderProps = {
  agent: Agent;
  /** Asks first when something typed would be lost by leaving. */
  around: (leave: () => void) => void;
};

export function AgentHeader({ agent, around }: AgentHeaderProps) {
  const [confirming, setConfirming] = useState(false);
  const { deploy, duplicate, exportIt, remove } = useAgentActions(agent);
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-1 basis-96 items-center gap-3.5 phone:items-start">
          <AgentAvatar id={agent.id} name={agent.name} size="large" />
          <div className="min-w-0">
            <DetailTitle
              name={agent.name}
              beside={<DeployBadge deployed={agent.deploy_status} />}
              description={agent.description}
              noDescription={all.noDescription}
            />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-2.5">
          {/* Administrators may ask every agent that is deployed. */}
          {agent.deploy_status && (
            <Link to={paths.askAgent(agent.id)} className={buttonLook()}>
              <MessageSquareText />
              {texts.ask}
            </Link>
          )}
          <div className="flex gap-2.5">
            <MoreActions
              busy={duplicate.busy || exportIt.busy}
              onDuplicate={() => around(duplicate.run)}
              onExport={exportIt.run}
            />
            <DeployButton deployed={agent.deploy_status} busy={deploy.busy} onDeploy={deploy.run} />
            <IconButton
              label={texts.removeLabel}
              variant="secondary"
              className={dangerLook}
              onClick={() => setConfirming(true)}
            >
              <Trash2 />
            </IconButton>
          </div>
        </div>
        <div className="flex min-w-0 basis-full flex-wrap items-center gap-x-3 gap-y-2">
          {/* It informs, and stops nobody from deploying. */}
          <CheckBadge agentId={agent.id} />
          <AgentSpending agentId={agent.id} />
        </div>
      </header>
      <Failed failure={deploy.failure} text={texts.deployFailed} />
      <Failed failure={duplicate.failure} text={texts.duplicateFailed} />
      <Failed failure={exportIt.failure} text={texts.exportFailed} />
      <AccessNews agent={agent} />
      <Confirm
        open={confirming}
        text={texts.confirmRemove}
        failure={remove.failure === null ? null : failureText(remove.failure, texts.removeFailed)}
        detail={texts.affected(agent.users_count, agent.user_groups_count)}
        cancelLabel={texts.cancel}
        confirmLabel={remove.busy ? texts.removing : texts.remove}
        busy={remove.busy}
        onCancel={() => {
          setConfirming(false);
          remove.forgive();
        }}
        onConfirm={remove.run}
      />
    </>
  );
}

/** Each ends on the screen where its effect is seen. */
function useAgentActions(agent: Agent) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const deploy = useTask(async (deploy_status: boolean) => {
    await keepAgent(
      cache,
      await call(agentsApi.deploy, { params: { id: agent.id }, body: { deploy_status } }),
    );
  });
  const duplicate = useTask(async () => {
    const copy = await call(agentsApi.duplicate, { params: { id: agent.id } });
    await keepAgent(cache, copy);
    await navigate(paths.adminAgent(copy.id));
  });
  const exportIt = useTask(async () => {
    const file = await call(agentsApi.exportFile, { params: { id: agent.id } });
    saveFile(
      `${agent.name}.prosa-agent.json`,
      new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }),
    );
  });
  const remove = useTask(async () => {
    await call(agentsApi.remove, { params: { id: agent.id } });
    await navigate(paths.adminAgents, { replace: true });
    cache.removeQueries({ queryKey: adminAgent(agent.id).queryKey });
    await refreshAround(cache, agent.id);
  });
  return { deploy, duplicate, exportIt, remove };
}

type MoreActionsProps = { busy: boolean; onDuplicate: () => void; onExport: () => void };

function MoreActions({ busy, onDuplicate, onExport }: MoreActionsProps) {
  return (
    <Menu
      trigger={
        <IconButton label={texts.more} variant="secondary" busy={busy}>
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem icon={<Copy />} onSelect={onDuplicate}>
        {texts.duplicate}
      </MenuItem>
      <MenuItem icon={<Download />} onSelect={onExport}>
        {texts.export}
      </MenuItem>
    </Menu>
  );
}

type DeployButtonProps = { deployed: boolean; busy: boolean; onDeploy: (deployed: boolean) => void };

/** The opposite comes to stand under the pointer: for as long as a second press may still belong to the first, it waits. */
function DeployButton({ deployed, busy, onDeploy }: DeployButtonProps) {
  const [isFresh, setFresh] = useState(false);
  const [was, setWas] = useState(deployed);
  if (was !== deployed) {
    setWas(deployed);
    setFresh(true);
  }
  useEffect(() => {
    if (!isFresh) return;
    const timer = setTimeout(() => setFresh(false), SECOND_PRESS_MS);
    return () => clearTimeout(timer);
  }, [isFresh]);
  return (
    <Button
      variant={deployed ? 'secondary' : 'primary'}
      busy={busy}
      // Not `disabled`: the keyboard would lose its place.
      aria-disabled={isFresh || undefined}
      onClick={() => isFresh || onDeploy(!deployed)}
    >
      {deployLabel(deployed, busy)}
    </Button>
  );
}

/** Longer than a double click takes, and than people need to see what has changed. */
const SECOND_PRESS_MS = 800;

function deployLabel(deployed: boolean, busy: boolean): string {
  if (deployed) return busy ? texts.undeploying : texts.undeploy;
  return busy ? texts.deploying : texts.deploy;
}

function Failed({ failure, text }: { failure: unknown; text: string }) {
  return failure === null ? null : <Alert title={failureText(failure, text)} />;
}
