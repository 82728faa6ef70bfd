import { classes } from '../classes.ts';

type BrandmarkProps = {
  /** The mark alone, where there is no room for the word. */
  bare?: boolean;
};

/** The wordmark with its speech bubble. */
export function Brandmark({ bare }: BrandmarkProps) {
  return (
    <span className="inline-flex items-center gap-[9px] font-serif text-[23px] leading-none font-semibold tracking-[-0.02em] text-ink">
      <svg aria-hidden="true" viewBox="0 0 22 22" className="size-[22px] shrink-0 fill-brand">
        <path d="M7 0h8a7 7 0 0 1 7 7v8a7 7 0 0 1-7 7H2a2 2 0 0 1-2-2V7a7 7 0 0 1 7-7Z" />
        <path className="fill-paper" d="M6 8h10v2H6zm0 4h10v2H6z" />
      </svg>
      <span className={classes(bare && 'sr-only')}>Prosa</span>
    </span>
  );
}
