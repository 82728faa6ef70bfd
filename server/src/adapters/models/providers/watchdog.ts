/** Node fires at once what is set for longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Calls `onLate` once when nothing came in time. One timer for many waits: it looks whether it came too early. Times
 * are whole milliseconds of the process: V8 keeps those in the object itself, and a fraction somewhere else.
 */
export class Watchdog {
  readonly #onLate: () => void;
  #timer: NodeJS.Timeout | undefined;
  #due = 0;
  /** For when the timer is set. */
  #set = 0;

  constructor(onLate: () => void) {
    this.#onLate = onLate;
  }

  /** Forgets what was waited for before. */
  arm(ms: number): void {
    this.#due = now() + Math.max(0, Math.ceil(ms));
    if (this.#timer === undefined || this.#due < this.#set) this.#schedule();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#set = this.#due;
    this.#timer = setTimeout(() => this.#look(), Math.min(this.#due - now(), LONGEST_TIMER_MS));
  }

  #look(): void {
    this.#timer = undefined;
    // Timers may come a fraction early.
    if (this.#due - now() > 1) this.#schedule();
    else this.#onLate();
  }
}

const now = () => Math.floor(performance.now());
