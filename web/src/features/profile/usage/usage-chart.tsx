/** Tokens by day of the cycle: bars to look at, one control to read them by pointer, finger or keys, a table to hear. */
import { type CSSProperties, type PointerEvent, useState } from 'react';
import type { TokenUsage } from '#contract/users.ts';
import { formatCompact, formatNumber } from '../../../lib/format.ts';
import { dayOf, shortDay, writtenDay } from '../../../lib/text/day.ts';
import { classes } from '../../../ui/classes.ts';
import { texts as all } from '../texts.ts';
import { cycleLength } from './cycle.ts';

const texts = all.usage;

type Day = TokenUsage['days'][number];

/** As wide as a column: a press chooses the day under it, which the browser reckons by the middle of the thumb. */
const THUMB_OF_A_COLUMN =
  '[&::-webkit-slider-thumb]:w-(--column) [&::-webkit-slider-thumb]:appearance-none [&::-moz-range-thumb]:w-(--column) [&::-moz-range-thumb]:border-0';

export function UsageChart({ usage }: { usage: TokenUsage }) {
  const { days, next_token_reset } = usage;
  const [chosen, setChosen] = useState<number | null>(null);
  const last = days.length - 1;
  const at = Math.min(chosen ?? last, last);
  const shown = days[at];
  const columns = cycleLength(usage);
  const most = Math.max(...days.map(({ tokens }) => tokens));
  if (!shown) return null;
  return (
    <figure>
      <figcaption className="mb-2.5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <h3 className="text-control font-semibold">{texts.byDay}</h3>
        <p className="text-small text-ink-2 tabular-nums">
          <span className="font-medium text-ink">{at === last ? texts.today : shortDay(shown.day)}</span>
          {` · ${tokensOf(shown)} · ${answersOf(shown)}`}
        </p>
      </figcaption>
      <p aria-hidden="true" className="mb-1 text-tiny text-ink-3 tabular-nums">
        {formatCompact(most)}
      </p>
      <div className="relative rounded-control border-t border-dashed border-line outline-offset-2 has-focus-visible:outline-2 has-focus-visible:outline-brand/70">
        <Bars days={days} columns={columns} most={most} chosen={chosen === null ? null : at} />
        <input
          type="range"
          min={1}
          max={days.length}
          value={at + 1}
          aria-label={texts.chart}
          aria-valuetext={texts.dayOf(writtenDay(shown.day), tokensOf(shown), answersOf(shown))}
          onChange={(event) => setChosen(Number(event.target.value) - 1)}
          onPointerMove={(event) => setChosen(dayUnder(event, days.length))}
          // A finger leaves as soon as it has pressed; what it chose stays until something else is touched.
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(null)}
          onBlur={() => setChosen(null)}
          className={classes(
            'absolute inset-y-0 left-0 m-0 h-full cursor-default touch-pan-y appearance-none opacity-0',
            THUMB_OF_A_COLUMN,
          )}
          style={sizeOfControl(days.length, columns)}
        />
      </div>
      <p aria-hidden="true" className="mt-1.5 flex justify-between text-tiny text-ink-3 tabular-nums">
        <span>{texts.begins(shortDay(days[0]?.day ?? ''))}</span>
        <span>{texts.renewsOn(shortDay(dayOf(next_token_reset)))}</span>
      </p>
      <UsageTable days={days} />
    </figure>
  );
}

type BarsProps = { days: Day[]; columns: number; most: number; chosen: number | null };

/** As many columns as the cycle has days; those to come stay empty. */
function Bars({ days, columns, most, chosen }: BarsProps) {
  return (
    <div
      aria-hidden="true"
      className="grid h-24 border-b border-line-strong"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {days.map(({ day, tokens }, index) => (
        <div
          key={day}
          className={classes('flex items-end rounded-t-[3px] px-px', index === chosen && 'bg-brand-soft')}
        >
          {tokens > 0 && (
            <div
              className={classes(
                'min-h-[3px] w-full rounded-t-[3px] bg-brand',
                chosen !== null && index !== chosen && 'opacity-55',
              )}
              style={{ height: share(tokens, most) }}
            />
          )}
        </div>
      ))}
    </div>
  );
}

function UsageTable({ days }: { days: Day[] }) {
  return (
    // Around the table: a table itself is never smaller than its contents.
    <div className="sr-only">
      <table>
        <caption>{texts.table.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.table.day}</th>
            <th scope="col">{texts.table.tokens}</th>
            <th scope="col">{texts.table.answers}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, tokens, answers }) => (
            <tr key={day}>
              <th scope="row">{writtenDay(day)}</th>
              <td>{formatNumber(tokens)}</td>
              <td>{formatNumber(answers)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const sizeOfControl = (days: number, columns: number): CSSProperties & Record<'--column', string> => ({
  width: share(days, columns),
  '--column': share(1, days),
});
const share = (part: number, whole: number) => `${(part / whole) * 100}%`;
const tokensOf = ({ tokens }: Day) => texts.tokens(tokens, formatNumber(tokens));
const answersOf = ({ answers }: Day) => texts.answers(answers, formatNumber(answers));

function dayUnder({ clientX, currentTarget }: PointerEvent<HTMLInputElement>, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  const index = Math.floor(((clientX - left) / width) * count);
  return Math.min(count - 1, Math.max(0, index));
}
