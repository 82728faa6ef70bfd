/** One knowledge base of the administration: its documents, what an agent would find in them, and its end. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { KnowledgeBase } from '#contract/knowledge.ts';
import { paths } from '../../../lib/paths.ts';
import { CardSkeleton, Skeleton } from '../../../ui/display/skeleton.tsx';
import { TabPanel, Tabs } from '../../../ui/page/tabs.tsx';
import { DetailScreen } from '../../admin/detail-screen.tsx';
import { Documents } from '../documents/documents.tsx';
import { oneBase } from '../queries.ts';
import { DocumentTextModal } from '../reader/document-text.tsx';
import type { OpenedDocument } from '../reader/opened-document.ts';
import { BaseSettings } from '../recognition/base-settings.tsx';
import { SyncsPanel } from '../syncs/syncs-panel.tsx';
import { SynonymsPanel } from '../synonyms/synonyms-panel.tsx';
import { texts } from '../texts.ts';
import { texts as validityTexts } from '../validity/texts.ts';
import { openProposals } from '../validity/validity-queries.ts';
import { ValidityTab } from '../validity/validity-tab.tsx';
import { BaseHeader } from './base-header.tsx';
import { DangerZone } from './danger-zone.tsx';

export function BaseScreen() {
  return (
    <DetailScreen
      title={texts.title}
      listPath={paths.adminDatabases}
      texts={texts.page}
      query={oneBase}
      notFoundCode="knowledge_base_not_found"
      skeleton={<PageSkeleton />}
    >
      {(base) => (
        <>
          <BaseHeader base={base} />
          <BaseTabs base={base} />
          <DangerZone base={base} />
        </>
      )}
    </DetailScreen>
  );
}

function BaseTabs({ base }: { base: KnowledgeBase }) {
  const [address, setAddress] = useSearchParams();
  const [opened, setOpened] = useState<OpenedDocument | null>(null);
  const proposals = useQuery({ ...openProposals(base.id), enabled: base.validity });
  const tabs = [
    { value: 'documentos', label: texts.tabs.documents },
    { value: 'sincronizacoes', label: texts.tabs.syncs },
    ...(base.validity
      ? [{ value: 'vigencia' as const, label: validityTexts.tab, count: proposals.data?.length || undefined }]
      : []),
    { value: 'sinonimos', label: texts.tabs.synonyms },
    { value: 'ajustes', label: texts.tabs.settings },
  ] as const;
  const open = tabs.find(({ value }) => value === address.get('aba'))?.value ?? 'documentos';
  return (
    <Tabs
      label={texts.tabs.label}
      value={open}
      tabs={tabs}
      onChange={(aba) => setAddress(aba === 'documentos' ? {} : { aba }, { replace: true })}
    >
      <TabPanel value="documentos">
        <Documents base={base} />
      </TabPanel>
      {base.validity && (
        <TabPanel value="vigencia">
          <ValidityTab base={base} onOpen={setOpened} />
        </TabPanel>
      )}
      <TabPanel value="sincronizacoes">
        <SyncsPanel baseId={base.id} />
      </TabPanel>
      <TabPanel value="sinonimos">
        <SynonymsPanel baseId={base.id} />
      </TabPanel>
      <TabPanel value="ajustes">
        <BaseSettings base={base} />
      </TabPanel>
      {opened && (
        <DocumentTextModal baseId={base.id} opened={opened} showsValidity onClose={() => setOpened(null)} />
      )}
    </Tabs>
  );
}

function PageSkeleton() {
  return (
    <>
      <div className="flex items-end justify-between gap-6">
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-8 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
        <Skeleton className="h-10 w-52 phone:hidden" />
      </div>
      <CardSkeleton lines={0} className="h-[76px]" />
      <CardSkeleton lines={7} className="min-h-[360px]" />
    </>
  );
}
