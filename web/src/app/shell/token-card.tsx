import { useMe } from '../../features/session/use-me.tsx';
import { formatCompact, formatNumber } from '../../lib/format.ts';
import { cardLook } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { texts } from '../texts.ts';

/** How much of the month's tokens is used. */
export function TokenCard() {
  const { token_used, token_limit } = useMe();
  return (
    <div className={classes(cardLook, 'grid gap-2 px-3 pt-3 pb-2.5')}>
      <p className="flex flex-wrap justify-between gap-x-2 text-small">
        <span className="text-ink-2">{texts.tokens}</span>
        <span className="font-semibold tabular-nums">
          {formatNumber(token_used)}{' '}
          <span className="font-normal text-ink-3">/ {formatCompact(token_limit)}</span>
        </span>
      </p>
      <ProgressBar
        label={texts.tokens}
        value={token_used}
        max={token_limit}
        valueText={texts.tokensOf(formatNumber(token_used), formatNumber(token_limit))}
      />
    </div>
  );
}
