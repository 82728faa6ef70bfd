/** How many texts a call of an embedding model takes: providers and servers of one's own have limits that they do not tell. */

/** The most texts of a call where the operator set nothing: providers take a few hundred at most. */
export const BATCH_TEXTS = 64;

const GROWS_AFTER = 20;

/** The texts of one call: half as many after a refusal, and half more again after 20 calls that went well. */
export class BatchSize {
  readonly #most: number;
  #size: number;
  #good = 0;

  constructor(most: number) {
    this.#most = most;
    this.#size = most;
  }

  get size(): number {
    return this.#size;
  }

  refused(texts: number): void {
    this.#size = Math.max(1, Math.min(this.#size, Math.floor(texts / 2)));
    this.#good = 0;
  }

  accepted(): void {
    this.#good += 1;
    if (this.#good < GROWS_AFTER) return;
    this.#size = Math.min(this.#most, Math.ceil(this.#size * 1.5));
    this.#good = 0;
  }
}
