/** The packs of tokens on sale. */
import type { OfferedPack } from '#contract/subscriptions.ts';
import { failureText } from '../../../api/error-message.ts';
import { formatBRL, formatNumber } from '../../../lib/format.ts';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { texts as all } from '../texts.ts';
import { useBuy } from '../use-payments.ts';

const texts = all.packs;

export function Packs({ packs }: { packs: readonly OfferedPack[] }) {
  if (!packs.length) return null;
  return (
    <section aria-labelledby="packs" className="grid gap-3">
      <header>
        <h2 id="packs" className="text-title">
          {texts.title}
        </h2>
        <p className="mt-1 text-small text-ink-2">{texts.line}</p>
      </header>
      <ul aria-label={texts.title} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {packs.map((pack) => (
          <PackCard key={pack.id} pack={pack} />
        ))}
      </ul>
    </section>
  );
}

function PackCard({ pack }: { pack: OfferedPack }) {
  const { id, name, tokens, amount, validity_days } = pack;
  const buy = useBuy();
  return (
    <li aria-label={name} className={classes(cardLook, 'grid content-start gap-3 p-5')}>
      <div className="flex items-baseline justify-between gap-x-3">
        <h3 className="min-w-0 font-sans text-body font-semibold tracking-normal wrap-anywhere">{name}</h3>
        <span className="display text-[22px] whitespace-nowrap">{formatBRL(amount)}</span>
      </div>
      <p className="text-small text-ink-2">
        {texts.tokens(formatNumber(tokens))} · {texts.validity(validity_days)}
      </p>
      <Button aria-label={texts.buyOne(name)} busy={buy.busy} onClick={() => buy.run({ kind: 'pack', id })}>
        {buy.busy ? all.opening : texts.buy}
      </Button>
      {buy.failure !== null && <Alert title={texts.failed} line={failureText(buy.failure, texts.failed)} />}
    </li>
  );
}
