/** Two processes of one installation; one at a time is killed and started again, so that another one always serves. */
import type { Started } from '../../../server/test/process/started-process.ts';
import type { Installation } from '../../support/installation.ts';
import type { Chance } from '../../support/seeded-random.ts';

/** How often a request that nobody answered is sent again before the run counts it as a fault. */
const TRIES = 20;

export class ProcessPair {
  readonly #start: () => Promise<Started>;
  readonly #chance: Chance;
  readonly #ended: Started[] = [];
  #serving: Started[];
  kills = 0;

  static async open(installation: Installation, env: Record<string, string>, chance: Chance) {
    const start = () => installation.start(env);
    return new ProcessPair(start, chance, await Promise.all([start(), start()]));
  }

  private constructor(start: () => Promise<Started>, chance: Chance, serving: Started[]) {
    this.#start = start;
    this.#chance = chance;
    this.#serving = serving;
  }

  get serving(): readonly Started[] {
    return this.#serving;
  }

  /** Ends one of the two as `kill -9` does, and resolves once its successor serves. */
  async killOne(): Promise<void> {
    const victim = this.#chance.pick(this.#serving);
    this.#serving = this.#serving.filter((one) => one !== victim);
    await victim.end('SIGKILL');
    this.#ended.push(victim);
    this.kills += 1;
    this.#serving = [...this.#serving, await this.#start()];
  }

  /** Sends to either process, and again to a living one where the connection broke. */
  async send(request: (process: Started) => Promise<Response>): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await request(this.#chance.pick(this.#serving));
      } catch (error) {
        if (tries === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** Lines of the logs that no process may write, however its neighbour dies. */
  failures(): string[] {
    const lines = [...this.#ended, ...this.#serving].flatMap((process) => process.output().split('\n'));
    return lines.filter((line) => /"type":"internal"|"level":"fatal"/.test(line));
  }
}
