import { Button } from '../src/ui/controls/button.tsx';
import { AgentAvatar } from '../src/ui/display/avatar.tsx';
import { Badge } from '../src/ui/display/badge.tsx';
import { CardGridSkeleton, GridCard } from '../src/ui/page/card-grid.tsx';
import { DetailTitle, NothingHere } from '../src/ui/page/detail-page.tsx';
import { EditedCards } from '../src/ui/page/edited-cards.tsx';
import { NoticeLine } from '../src/ui/page/notice-line.tsx';
import { PagedCards } from '../src/ui/page/paged-cards.tsx';
import { PagedRows } from '../src/ui/page/paged-rows.tsx';
import { SaveBar } from '../src/ui/page/save-bar.tsx';
import { type Column, TableOrCards } from '../src/ui/page/table-or-cards.tsx';
import { TabPanel, Tabs } from '../src/ui/page/tabs.tsx';
import { Holds, nothing, Specimen } from './specimen.tsx';

export function PageParts() {
  return (
    <>
      <Specimen name="Tabs">
        <Holds<'one' | 'two'> initial="one">
          {(value, set) => (
            <Tabs label="Agent" value={value} tabs={tabs} onChange={set}>
              <TabPanel value="one">The first panel.</TabPanel>
              <TabPanel value="two">The second panel.</TabPanel>
            </Tabs>
          )}
        </Holds>
      </Specimen>
      <Specimen name="DetailTitle, NothingHere, SaveBar">
        <DetailTitle
          name="Multas de trânsito"
          beside={<Badge tone="ok">Deployed</Badge>}
          description={null}
          noDescription="No description"
        />
        <NothingHere
          title="Agent not found"
          line="It may have been deleted."
          action={<Button>Back</Button>}
        />
        <SaveBar
          {...bar}
          status="You have unsaved changes."
          ready
          onLoadTheirs={nothing}
          onKeepMine={nothing}
        />
        <SaveBar {...bar} status="Nothing changed yet." ready={false} failure="Falha ao gravar" />
      </Specimen>
      <Specimen name="NoticeLine">
        <NoticeLine tone="info" dismissLabel="Dispensar">
          O Prosa para no sábado, das 8 às 10 horas.
        </NoticeLine>
        <NoticeLine tone="warn" dismissLabel="Dispensar o aviso" onDismiss={nothing}>
          Restam 10 % dos tokens deste mês.
        </NoticeLine>
      </Specimen>
      <Specimen name="EditedCards">
        <EditedCards
          texts={{
            line: 'Bancos de dados que as fontes podem ler.',
            add: 'Adicionar conexão',
            list: 'Conexões',
          }}
          items={['Obras', 'Saúde']}
          failure={null}
          onRetry={nothing}
          retrying={false}
          expected={2}
          card={(name) => (
            <li key={name} className="rounded-card border border-line bg-surface p-4">
              {name}
            </li>
          )}
          form={() => null}
          removal={() => null}
        />
      </Specimen>
      <Specimen name="PagedCards, CardGrid">
        <PagedCards
          pages={pages}
          label="Agents"
          failure={null}
          moreLabel="Load More"
          skeleton={null}
          empty={null}
        >
          {[1, 2].map((id) => (
            <GridCard
              key={id}
              mark={<AgentAvatar id={id} name={`Agente ${id}`} />}
              link={<a href={`#${id}`}>{`Agente ${id}`}</a>}
              badge={<Badge>Draft</Badge>}
              description={id === 1 ? 'Explica prazos e recursos.' : null}
              noDescription="No description"
              moments={[
                { name: 'Created', time: '2026-11-20T12:00:00.000Z' },
                { name: 'Updated', time: '2026-11-22T12:00:00.000Z' },
              ]}
            />
          ))}
        </PagedCards>
        <details>
          <summary>CardGridSkeleton</summary>
          <CardGridSkeleton badge="below" />
        </details>
      </Specimen>
      <Specimen name="PagedRows, TableOrCards">
        <PagedRows
          pages={pages}
          failure={{ title: 'Falha ao carregar usuários', line: 'Tente novamente.' }}
          count={2}
          loaded="2 de 40"
          moreLabel="Carregar mais"
          skeleton={null}
          empty={null}
        >
          <TableOrCards
            label="Usuários"
            width={400}
            columns={columns}
            rows={people}
            rowLook="[&>*]:px-3.5 [&>*]:py-2.5"
            card={(person) => <li>{person.name}</li>}
          />
        </PagedRows>
      </Specimen>
    </>
  );
}

type Person = { id: number; name: string; role: string };

const people: Person[] = [
  { id: 1, name: 'Ana Souza', role: 'admin' },
  { id: 2, name: 'Bruno Lima', role: 'user' },
];
const columns: Column<Person>[] = [
  { header: 'Nome', isRowHeader: true, cell: ({ name }) => name },
  { header: 'Perfil', width: 'w-[140px]', cell: ({ role }) => role },
];
const tabs = [
  { value: 'one', label: 'Configuration' },
  { value: 'two', label: 'Knowledge Base', count: 3 },
] as const;
const pages = {
  data: {},
  isPending: false,
  isFetching: false,
  isPlaceholderData: false,
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  refetch: async () => {},
  fetchNextPage: async () => {},
};
const bar = {
  texts: {
    changedElsewhere: 'This agent was changed elsewhere.',
    changedElsewhereLine: 'Nothing of yours has been saved or lost yet.',
    loadTheirs: 'Load theirs',
    keepMine: 'Keep mine',
    cancel: 'Cancel',
    save: 'Save Changes',
    saving: 'Saving...',
  },
  formId: 'kit',
  busy: false,
  failure: null as string | null,
  onCancel: nothing,
};
