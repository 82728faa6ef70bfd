import { Bot, ListChecks } from 'lucide-react';
import { Button } from '../src/ui/controls/button.tsx';
import { Alert } from '../src/ui/display/alert.tsx';
import { AgentAvatar, PersonAvatar } from '../src/ui/display/avatar.tsx';
import { Badge } from '../src/ui/display/badge.tsx';
import { Brandmark } from '../src/ui/display/brandmark.tsx';
import { Card } from '../src/ui/display/card.tsx';
import { EmptyState } from '../src/ui/display/empty-state.tsx';
import { Fact } from '../src/ui/display/fact.tsx';
import { ProgressBar } from '../src/ui/display/progress-bar.tsx';
import { CardSkeleton, Skeleton, TabsSkeleton } from '../src/ui/display/skeleton.tsx';
import { Spinner } from '../src/ui/display/spinner.tsx';
import { Tooltip } from '../src/ui/display/tooltip.tsx';
import { nothing, Row, Specimen } from './specimen.tsx';

const sizes = ['small', 'medium', 'large'] as const;

export function Display() {
  return (
    <>
      <Specimen name="Alert">
        <Alert title="Falha ao carregar agentes" line="Não foi possível conectar." onRetry={nothing} />
        <Alert title="Falha ao carregar agentes" onRetry={nothing} retrying />
        <Alert tone="warn" title="This agent was changed elsewhere." line="Nothing of yours is lost.">
          <Button size="small">Keep mine</Button>
        </Alert>
        <Alert tone="ok" title="Configuration saved." />
        <Alert tone="info" title="Plus was switched on too." />
      </Specimen>
      <Specimen name="Avatar, Badge, Brandmark">
        <Row>
          {sizes.map((size) => (
            <PersonAvatar key={size} name="Ana Souza" size={size} />
          ))}
          {[1, 2, 3, 4, 5, 6, 7, 8].map((id) => (
            <AgentAvatar key={id} id={id} name={`Agente ${id}`} />
          ))}
          <AgentAvatar id={null} name="Removido" size="large" />
        </Row>
        <Row>
          {(['neutral', 'brand', 'ok', 'warn', 'danger'] as const).map((tone) => (
            <Badge key={tone} tone={tone} icon={tone === 'ok' ? <ListChecks /> : undefined}>
              {tone}
            </Badge>
          ))}
          <Brandmark />
          <Brandmark bare />
        </Row>
      </Specimen>
      <Specimen name="Fact">
        <dl className="grid gap-3">
          <Fact name="Servidor" note="Só leitura">
            banco.interno:5432
          </Fact>
        </dl>
      </Specimen>
      <Specimen name="Card, EmptyState">
        <Card title="Versions" line="Each saved change is kept." aside={<Button size="small">View</Button>}>
          <p className="text-ink-2">What the card is about.</p>
        </Card>
        <Card>
          <EmptyState
            icon={<Bot />}
            title="No Agents Yet"
            line="Create your first agent to get started"
            action={<Button variant="primary">New Agent</Button>}
          />
        </Card>
      </Specimen>
      <Specimen name="ProgressBar, Skeleton, Spinner, Tooltip">
        <ProgressBar label="Tokens" value={30} max={100} />
        <ProgressBar label="Tokens, nearly used up" value={95} max={100} />
        <Skeleton className="h-5 w-2/5" />
        <TabsSkeleton count={3} />
        <CardSkeleton lines={3} />
        <Row>
          <Spinner />
          <Tooltip text="Only superadmins change roles.">
            <Button>Has a tooltip</Button>
          </Tooltip>
        </Row>
      </Specimen>
    </>
  );
}
