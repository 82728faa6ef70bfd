import { classes } from '../../../ui/classes.ts';
import { cardLook } from '../../../ui/display/card.tsx';
import { texts as all } from '../texts.ts';

const texts = all.faq;

/** Questions that open by themselves: the browser's own disclosure, the first one open. */
export function Faq() {
  return (
    <section aria-label={texts.title} className={classes(cardLook, 'px-[22px] py-1.5')}>
      {texts.questions.map(({ question, answer }, index) => (
        <details key={question} open={index === 0} className="border-b border-line py-1 last:border-0">
          <summary className="cursor-pointer rounded-control py-2.5 text-body font-medium">
            {question}
          </summary>
          <p className="max-w-[72ch] pb-2.5 text-small text-ink-2">{answer}</p>
        </details>
      ))}
    </section>
  );
}
