import { History } from 'lucide-react';
import { useState } from 'react';
import type { Agent } from '#contract/agents.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { texts as all } from './texts-configuration.ts';
import { Versions } from './versions.tsx';

const texts = all.versions;

export function VersionsCard({ agent, editing }: { agent: Agent; editing: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <Card
      title={<span className="font-sans text-[15.5px] font-semibold tracking-normal">{texts.title}</span>}
      line={texts.line}
    >
      <Button icon={<History className="size-4" />} onClick={() => setOpen(true)} className="w-full">
        {texts.open}
      </Button>
      {open && <Versions agent={agent} editing={editing} onClose={() => setOpen(false)} />}
    </Card>
  );
}
