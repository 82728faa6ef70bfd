/** The frame of the four screens before sign-in: the form on paper, and beside it what Prosa does. */
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from '../../ui/controls/chip.tsx';
import { AgentAvatar, PersonAvatar } from '../../ui/display/avatar.tsx';
import { Brandmark } from '../../ui/display/brandmark.tsx';
import { texts } from './texts.ts';

type AuthFrameProps = { title: string; line: ReactNode; children: ReactNode };

export function AuthFrame({ title, line, children }: AuthFrameProps) {
  return (
    <div className="grid min-h-full grid-cols-2 [@media(width<=900px)]:grid-cols-1">
      <main className="grid place-items-center px-6 py-10 phone:items-start phone:px-5 phone:pt-14">
        <div className="grid w-full max-w-[360px] grid-cols-[minmax(0,1fr)] gap-[22px]">
          <Brandmark />
          <div>
            <h1 className="text-[34px]">{title}</h1>
            <p className="mt-2 text-ink-2 wrap-anywhere">{line}</p>
          </div>
          {children}
        </div>
      </main>
      <Showcase />
    </div>
  );
}

function Showcase() {
  const { person, question, answer, source } = texts.example;
  return (
    <aside className="flex flex-col justify-between gap-16 bg-art p-16 [@media(width<=900px)]:hidden">
      {/* A picture of a conversation, not a conversation: nothing here is worth reading aloud. */}
      <div aria-hidden="true" className="max-w-[480px] rounded-panel bg-surface p-6 text-ink shadow-2">
        <div className="flex items-start gap-3.5">
          <PersonAvatar name={person} />
          <p className="pt-0.5">{question}</p>
        </div>
        <div className="mt-[18px] flex items-start gap-3.5">
          <AgentAvatar id={null} name="Prosa" />
          <div>
            <p className="leading-[1.7]">
              {answer[0]}
              <mark className="rounded-[3px] bg-ipe-soft px-0.5 text-ink">{answer[1]}</mark>
              {answer[2]}
              <sup className="text-[11px] font-semibold text-brand">1</sup>
            </p>
            <div className="mt-3">
              <Chip icon={<FileText />}>{source}</Chip>
            </div>
          </div>
        </div>
      </div>
      <p className="display text-[30px] text-on-art">
        {texts.motto.map((part) => (
          <span key={part} className="block">
            {part}
          </span>
        ))}
      </p>
    </aside>
  );
}
