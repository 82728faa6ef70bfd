/** A cache of what was read from one content database: each value lives for a time, and concurrent reads are one read. */
export class TimedCache {
  readonly #kept = new Map<string, { until: number; value: unknown }>();
  readonly #reading = new Map<string, Promise<unknown>>();
  readonly #entries_max: number;

  constructor(entries_max = 200) {
    this.#entries_max = entries_max;
  }

  /** `key` names what is read and its type; `now` and `fresh_ms` are in milliseconds. A failed read is not kept. */
  async get<T>(key: string, now: number, read: () => Promise<{ value: T; fresh_ms: number }>): Promise<T> {
    const kept = this.#kept.get(key);
    if (kept && now < kept.until) return kept.value as T;
    const running = this.#reading.get(key);
    if (running) return running as Promise<T>;
    const reading = read().then(({ value, fresh_ms }) => {
      if (this.#kept.size >= this.#entries_max) this.#kept.clear();
      this.#kept.set(key, { until: now + fresh_ms, value });
      return value;
    });
    this.#reading.set(key, reading);
    const forget = () => this.#reading.delete(key);
    reading.then(forget, forget);
    return reading;
  }
}
