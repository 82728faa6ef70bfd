/** «Conversa temporária», under the question box of a new chat: what it does is said before it is chosen. */
import { Hourglass } from 'lucide-react';
import type { TemporaryMode } from '#contract/openers.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { texts } from './texts.ts';

type TemporarySwitchProps = {
  mode: TemporaryMode;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** Nothing where the agent allows none. */
export function TemporarySwitch({ mode, checked, onChange }: TemporarySwitchProps) {
  if (mode === 'never') return null;
  const isOn = checked || mode === 'always';
  return (
    <div className="mx-auto mt-2.5 flex w-full max-w-[760px] items-center gap-2.5 rounded-card border border-line border-dashed px-4 py-2.5">
      <Hourglass aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 text-small">
        <Switch
          label={texts.temporary}
          line={mode === 'always' ? texts.temporaryAlways : texts.temporaryLine}
          checked={isOn}
          disabled={mode === 'always'}
          onChange={onChange}
        />
      </div>
    </div>
  );
}
