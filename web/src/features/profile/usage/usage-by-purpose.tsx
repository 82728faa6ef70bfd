import type { TokenUsage } from '#contract/users.ts';
import { formatNumber } from '../../../lib/format.ts';
import { percentOf } from '../../../ui/percent.ts';
import { texts as all } from '../texts.ts';
import { UsageShare } from './usage-share.tsx';

const texts = all.usage;

/** Tokens by the purpose of the model call. */
export function UsageByPurpose({ usage }: { usage: TokenUsage }) {
  const { purposes, token_used } = usage;
  return (
    <div>
      <h3 className="text-control font-semibold">{texts.byPurpose}</h3>
      <p className="mb-3 text-small text-ink-2">{texts.byPurposeLine}</p>
      <ul className="grid grid-cols-1 gap-4">
        {purposes.map(({ purpose, tokens, calls }) => {
          const percent = percentOf(tokens, token_used);
          return (
            <UsageShare
              key={purpose}
              name={texts.purposes[purpose]}
              tokens={texts.tokens(tokens, formatNumber(tokens))}
              percent={percent}
              line={`${texts.share(percent)} · ${texts.calls(calls, formatNumber(calls))}`}
            />
          );
        })}
      </ul>
    </div>
  );
}
