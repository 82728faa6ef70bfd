/** The dialog in which one finds an agent that should read this source. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { agentLinksApi } from '#contract/agent-links.ts';
import type { DataSource } from '#contract/data-sources.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { PickDialog, useOffered } from '../../ui/dialogs/pick-dialog.tsx';
import { DeployBadge } from './deploy-badge.tsx';
import { keepSource, pickableAgents } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.agentsCard;

export function AgentPicker({ source, onClose }: { source: DataSource; onClose: () => void }) {
  const cache = useQueryClient();
  const [term, setTerm] = useState('');
  const found = useInfiniteQuery(pickableAgents(useDebounced(term.trim(), SEARCH_DEBOUNCE_MS)));
  return (
    <PickDialog
      words={{ ...all, ...texts, title: texts.associate }}
      term={term}
      onTerm={setTerm}
      {...useOffered(found, source.agents)}
      failure={found.isError ? failureText(found.error, texts.loadFailed) : null}
      badgeOf={({ deploy_status }) => <DeployBadge deployed={deploy_status} />}
      onAdd={async (agentId) =>
        keepSource(cache, await call(agentLinksApi.addDataSource, { params: { id: source.id, agentId } }))
      }
      addFailed={(failure) => ({
        title: texts.addFailed,
        line: failureText(failure, texts.addContext),
      })}
      onClose={onClose}
    />
  );
}
